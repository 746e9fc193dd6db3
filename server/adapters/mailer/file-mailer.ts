import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Mailer } from './types.ts'

export interface FileMailerOptions {
  folder: string
  from: string
  now: () => Date
}

const StoredMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.iso.datetime(),
})
export type StoredMail = z.infer<typeof StoredMail>

/**
 * Writes each mail into a folder: as the `.eml` that would have been sent, and as JSON for the
 * mailbox page.
 */
export function createFileMailer({ folder, from, now }: FileMailerOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from })
  return {
    send: async (mail) => {
      await mkdir(folder, { recursive: true })
      const sentAt = now().toISOString()
      const name = `${sentAt.replaceAll(':', '-')}-${randomUUID()}`
      const { message } = await transport.sendMail(mail)
      await writeFile(join(folder, `${name}.eml`), message)
      // Gets its final name only when it is whole: the mailbox may be read at any moment.
      await writeFile(
        join(folder, `${name}.tmp`),
        JSON.stringify({ ...mail, sentAt } satisfies StoredMail),
      )
      await rename(join(folder, `${name}.tmp`), join(folder, `${name}.json`))
    },
    check: async () => {
      await mkdir(folder, { recursive: true })
    },
  }
}

/** The folder that mails are written to when no mail server is configured. */
export function mailFolderOf(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** The mails that the file mailer wrote, newest first. */
export async function readMailbox(folder: string, to?: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
  const mails = await Promise.all(
    newest.map(async (name) =>
      StoredMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))),
    ),
  )
  return mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase())
}
