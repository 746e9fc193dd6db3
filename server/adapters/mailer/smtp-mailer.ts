import { messageIdOf } from './message-id.ts'
import { listHeadersOf, MailError, type Mailer } from './types.ts'

export interface SmtpOptions {
  url: string
  from: string | (() => string)
  /** Refuses to send through a server that offers no STARTTLS. */
  requireTls?: boolean
  /**
   * How long one mail may take in all: a server that hangs must not hold up other mails for longer.
   */
  deadlineMilliseconds?: number
}

/** Hands mails to a mail server. */
export function createSmtpMailer({
  url,
  from: sender,
  requireTls = false,
  deadlineMilliseconds = 15_000,
}: SmtpOptions): Mailer {
  /** One transport for all mails, as a URL may ask for a pool. */
  let transport: ReturnType<typeof openTransport> | undefined
  async function openTransport() {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      requireTLS: requireTls,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 10_000,
    })
  }
  return {
    send: async ({ id, ...mail }) => {
      const from = typeof sender === 'string' ? sender : sender()
      const messageId = messageIdOf(id, from)
      const headers = listHeadersOf(mail)
      const signal = AbortSignal.timeout(deadlineMilliseconds)
      const message = { ...mail, from, messageId, signal, ...(headers && { headers }) }
      transport ??= openTransport()
      await (await transport).sendMail(message).catch((error: unknown) => {
        throw toMailError(error)
      })
    },
    check: async () => {
      transport ??= openTransport()
      await (await transport).verify()
    },
  }
}

/** A failure as nodemailer reports it (its errors.d.ts and RFC 5321, 4.2.1). */
interface SmtpFailure extends Error {
  code?: string
  command?: string
  responseCode?: number
}

function toMailError(error: unknown): MailError {
  if (!(error instanceof Error))
    return new MailError('the mail server failed', { permanent: false })
  const { code = 'failed', command = 'the connection', responseCode, message }: SmtpFailure = error
  // Whether nodemailer itself refuses the email, or a 5xx refuses recipient or content. A 5xx to
  // anything else, like a login, is about us, not about this mail.
  const refusesEmail = code === 'EENVELOPE' && command === 'API'
  const refusesMail =
    (command === 'RCPT TO' || command === 'DATA') &&
    responseCode !== undefined &&
    responseCode >= 500
  const words =
    responseCode === undefined && !refusesEmail
      ? message
      : `${code} at ${command}${responseCode === undefined ? '' : `, ${responseCode}`}`
  return new MailError(`the mail was not taken: ${words}`, {
    permanent: refusesEmail || refusesMail,
  })
}
