import { createFileMailer, mailFolderOf } from './file-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import type { Mailer } from './types.ts'

export interface MailerOptions {
  /** Undefined if mails are written to files. */
  smtpUrl: string | undefined
  smtpRequiresTls: boolean
  mailFrom: string
  dataDir: string
}

export function createMailer(
  { smtpUrl, smtpRequiresTls, mailFrom, dataDir }: MailerOptions,
  now: () => Date,
): Mailer {
  if (smtpUrl !== undefined)
    return createSmtpMailer({ url: smtpUrl, from: mailFrom, requireTls: smtpRequiresTls })
  return createFileMailer({ folder: mailFolderOf(dataDir), from: mailFrom, now })
}
