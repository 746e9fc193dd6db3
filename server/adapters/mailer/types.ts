export interface Mail {
  /**
   * Unique for each mail, and the same when it is sent again: it becomes the Message-ID, by which
   * mailboxes recognize repetitions. Letters, digits, dots and dashes.
   */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** URL where one request of the mail app ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

/** Returns the headers of a mail that can be unsubscribed from. */
export function listHeadersOf({ unsubscribeUrl }: Pick<Mail, 'unsubscribeUrl'>) {
  return unsubscribeUrl === undefined
    ? undefined
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
}

export interface Mailer {
  /** Sends a mail. Resolves when it was handed over; rejects with a MailError. */
  send(mail: Mail): Promise<void>
  /** Rejects with the reason when no mail could be handed over right now. */
  check(): Promise<void>
}

/** Says why a mail was not handed over, without any email: messages of mail servers hold them. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Whether the server refused the recipient or the mail itself, so that a retry is useless. */
  readonly permanent: boolean

  constructor(message: string, { permanent }: { permanent: boolean }) {
    super(message)
    this.permanent = permanent
  }
}
