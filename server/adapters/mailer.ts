import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Resolves when the mail is handed over. */
  send(mail: Mail): Promise<void>
  /** Rejects, saying why, when no mail could be handed over right now. */
  check(): Promise<void>
}

/** Hands mails to a mail server. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }, { from })
  return {
    send: async (mail) => {
      await transport.sendMail(mail)
    },
    check: async () => {
      await transport.verify()
    },
  }
}

const StoredMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), sentAt: z.iso.datetime() })
export type StoredMail = z.infer<typeof StoredMail>

/** Writes each mail into a folder, as the `.eml` that would have been sent and as JSON for the mailbox page. */
export function createFileMailer({ folder, from, now }: { folder: string; from: string; now: () => Date }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from })
  return {
    send: async (mail) => {
      await mkdir(folder, { recursive: true })
      const sentAt = now().toISOString()
      const name = `${sentAt.replaceAll(':', '-')}-${randomUUID()}`
      const { message } = await transport.sendMail(mail)
      await writeFile(join(folder, `${name}.eml`), message)
      // Under its final name only when whole: the mailbox may be read at any moment.
      await writeFile(join(folder, `${name}.tmp`), JSON.stringify({ ...mail, sentAt } satisfies StoredMail))
      await rename(join(folder, `${name}.tmp`), join(folder, `${name}.json`))
    },
    check: async () => {
      await mkdir(folder, { recursive: true })
    },
  }
}

/** Where mails go for which no mail server is given. */
export function mailFolderOf(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** Mails written by the file mailer, newest first. */
export async function readMailbox(folder: string, to?: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
  const mails = await Promise.all(newest.map(async (name) => StoredMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))))
  return mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase())
}
