import { createFileMailer, mailFolderOf } from './file-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import type { Mailer } from './types.ts'

export interface MailerOptions {
  /** Undefined: mails are written to files. */
  smtpUrl: string | undefined
  mailFrom: string
  dataDir: string
}

export function createMailer(
  { smtpUrl, mailFrom, dataDir }: MailerOptions,
  now: () => Date,
): Mailer {
  if (smtpUrl !== undefined) return createSmtpMailer({ url: smtpUrl, from: mailFrom })
  return createFileMailer({ folder: mailFolderOf(dataDir), from: mailFrom, now })
}
