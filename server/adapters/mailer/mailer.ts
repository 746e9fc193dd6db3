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

/** Why a mail was not handed over. In words that hold no address: those of mail servers do. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** The recipient or the mail itself was refused: trying again would change nothing. */
  readonly permanent: boolean

  constructor(message: string, { permanent }: { permanent: boolean }) {
    super(message)
    this.permanent = permanent
  }
}

export interface Mailer {
  /** Resolves when the mail is handed over; rejects with a MailError. */
  send(mail: Mail): Promise<void>
  /** Rejects, saying why, when no mail could be handed over right now. */
  check(): Promise<void>
}

export interface SmtpOptions {
  url: string
  from: string
  /**
   * How long one mail may take in all: a server that hangs must not hold up the mails of others for
   * longer.
   */
  deadlineMilliseconds?: number
}

/** Hands mails to a mail server. */
export function createSmtpMailer({
  url,
  from,
  deadlineMilliseconds = 15_000,
}: SmtpOptions): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 },
    { from },
  )
  return {
    send: async (mail) => {
      const message = { ...mail, signal: AbortSignal.timeout(deadlineMilliseconds) }
      await transport.sendMail(message).catch((error: unknown) => {
        throw toMailError(error)
      })
    },
    check: async () => {
      await transport.verify()
    },
  }
}

/** What nodemailer says of a failure (its errors.d.ts and RFC 5321, 4.2.1). */
interface SmtpFailure extends Error {
  code?: string
  command?: string
  responseCode?: number
}

function toMailError(error: unknown): MailError {
  if (!(error instanceof Error))
    return new MailError('the mail server failed', { permanent: false })
  const { code = 'failed', command = 'the connection', responseCode, message }: SmtpFailure = error
  // An address that nodemailer itself refuses, or a 5xx to the recipient or the content. To
  // anything else, like a login, it is about us, not about this mail.
  const refusesAddress = code === 'EENVELOPE' && command === 'API'
  const refusesMail =
    (command === 'RCPT TO' || command === 'DATA') &&
    responseCode !== undefined &&
    responseCode >= 500
  const words =
    responseCode === undefined && !refusesAddress
      ? message
      : `${code} at ${command}${responseCode === undefined ? '' : `, ${responseCode}`}`
  return new MailError(`the mail was not taken: ${words}`, {
    permanent: refusesAddress || refusesMail,
  })
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
 * Writes each mail into a folder, as the `.eml` that would have been sent and as JSON for the
 * mailbox page.
 */
export function createFileMailer({
  folder,
  from,
  now,
}: {
  folder: string
  from: string
  now: () => Date
}): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from })
  return {
    send: async (mail) => {
      await mkdir(folder, { recursive: true })
      const sentAt = now().toISOString()
      const name = `${sentAt.replaceAll(':', '-')}-${randomUUID()}`
      const { message } = await transport.sendMail(mail)
      await writeFile(join(folder, `${name}.eml`), message)
      // Under its final name only when whole: the mailbox may be read at any moment.
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
  const mails = await Promise.all(
    newest.map(async (name) =>
      StoredMail.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))),
    ),
  )
  return mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase())
}
