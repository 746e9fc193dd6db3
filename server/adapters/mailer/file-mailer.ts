import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { messageIdOf } from './message-id.ts'
import { listHeadersOf, type Mailer } from './types.ts'

export interface FileMailerOptions {
  folder: string
  from: string | (() => string)
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

const privately = { mode: 0o600 }

/**
 * Writes each mail into a folder: as the `.eml` that would have been sent, and as JSON for the
 * mailbox page.
 */
export function createFileMailer({ folder, from: sender, now }: FileMailerOptions): Mailer {
  /** Opens the folder, closing it to other users even if it was open: the mails hold codes. */
  async function openFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
  }

  // Closes an existing one now, as the next mail may be long in coming.
  void chmod(folder, 0o700).catch(() => undefined)
  return {
    send: async ({ id, ...mail }) => {
      await openFolder()
      const from = typeof sender === 'string' ? sender : sender()
      const sentAt = now().toISOString()
      const name = `${sentAt.replaceAll(':', '-')}-${randomUUID()}`
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true }, { from })
      const headers = listHeadersOf(mail)
      const { message } = await transport.sendMail({
        ...mail,
        messageId: messageIdOf(id, from),
        ...(headers && { headers }),
      })
      await writeFile(join(folder, `${name}.eml`), message, privately)
      // Renames it only when it is whole: the mailbox may be read at any moment.
      await writeFile(
        join(folder, `${name}.tmp`),
        JSON.stringify({ ...mail, sentAt } satisfies StoredMail),
        privately,
      )
      await rename(join(folder, `${name}.tmp`), join(folder, `${name}.json`))
    },
    check: openFolder,
  }
}

/** Returns the folder that mails are written to when no mail server is configured. */
export function mailFolderOf(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** Reads the mails that the file mailer wrote, newest first. */
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
