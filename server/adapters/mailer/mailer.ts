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

export function createMailer(config: MailerOptions, now: () => Date): Mailer {
  const { smtpUrl, smtpRequiresTls, dataDir } = config
  // Reads the sender for each mail: the school may change its name while the server runs.
  const from = () => config.mailFrom
  if (smtpUrl !== undefined)
    return createSmtpMailer({ url: smtpUrl, from, requireTls: smtpRequiresTls })
  return createFileMailer({ folder: mailFolderOf(dataDir), from, now })
}
