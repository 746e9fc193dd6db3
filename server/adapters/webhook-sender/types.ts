/** A message on its way to one receiver. */
export interface OutgoingWebhook {
  url: string
  /** Id, the same each time that the message is sent. */
  id: string
  /** Body as JSON. */
  body: string
  keys: WebhookKeys
}

/** Keys with which an endpoint signs. */
export interface WebhookKeys {
  /** Secrets `whsec_…`: the one in use, and the former during a rotation. */
  secrets: readonly string[]
  /** Key `whsk_…`. */
  signingKey: string
}

/** The outcome of one attempt. */
export type WebhookOutcome = WebhookAnswer | WebhookFailure

export interface WebhookAnswer {
  kind: 'answered'
  status: number
  /** Beginning of the answer. */
  answer: string
  /** Seconds from its Retry-After. */
  retryAfterSeconds: number | undefined
  milliseconds: number
}

/** An attempt without an answer. */
export interface WebhookFailure {
  kind: 'failed'
  failure: WebhookFailureReason
  milliseconds: number
}

/** Whether it succeeded; everything else is a failure, even a redirect. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** Reasons for no answer, and what to do about them. */
export const webhookFailures = {
  'bad-url': 'The URL cannot be used: give one that begins with https://.',
  'inner-address': 'The URL leads into a private network: give one that is public.',
  'unknown-host': 'There is no such host: check the URL.',
  refused: 'Nothing listens there: check the port, and that the receiver runs.',
  certificate: 'The certificate of the receiver is not trusted: renew it.',
  'timed-out': 'The receiver did not answer in time: answer first, and work afterwards.',
  'broken-off': 'The connection broke before an answer came: see the log of the receiver.',
  'keys-lost': 'The secret cannot be read with the keys of this server: rotate it.',
} as const

export type WebhookFailureReason = keyof typeof webhookFailures

export interface WebhookSender {
  /**
   * Signs the message and sends it once, without following a redirect. Never rejects for what the
   * receiver does.
   * @throws when the signal aborts
   */
  send(webhook: OutgoingWebhook, signal?: AbortSignal): Promise<WebhookOutcome>
}
