import type { Money } from '../../lib/schema.ts'

export interface PaymentRequest {
  transactionId: string
  total: Money
  /** What is paid for. The amounts, in the currency of the total, sum to it. */
  items: { title: string; amount: number }[]
}

export interface Payment {
  /** The payment's id at the provider. */
  reference: string
  /** Where the learner pays. */
  checkoutUrl: string
}

export interface RefundRequest {
  refundId: string
  /** The payment that it comes out of. */
  paymentReference: string
  amount: Money
}

export interface RefundAnswer {
  /** The refund's id at the provider; null when it made none. */
  reference: string | null
  status: 'pending' | 'succeeded' | 'failed'
  /** The provider's word for what went wrong. */
  failure?: string | undefined
}

/** Money that the provider takes back, or may: by a refund or a dispute. */
export interface ToldReversal {
  /** The id of the refund or the dispute at the provider. */
  reference: string
  /** The payment that it comes out of. */
  paymentReference: string
  amount: Money
  /** Since when it is so, by the provider's clock: events come in any order. */
  at: Date
  /** The provider's words for why it was made, and for what it failed with. */
  reason?: string | undefined
  failure?: string | undefined
}

/** What a provider tells of its own accord. */
export type PaymentEvent = {
  /** The event's id at the provider: told twice it is the same. */
  id: string
  /** The provider's own word for it. */
  type: string
} & (
  | ({ kind: 'paid'; paymentReference: string; amount: Money } & AboutPayment)
  | ({ kind: 'declined' | 'expired' } & AboutPayment)
  | {
      kind: 'refund_pending' | 'refund_succeeded' | 'refund_failed'
      reversal: ToldReversal
      /** Ours, where it was we who asked for the refund. */
      refundId?: string | undefined
    }
  | { kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost'; reversal: ToldReversal }
  | { kind: 'other' }
)

interface AboutPayment {
  /** Ours, where the provider was told it. */
  transactionId?: string | undefined
  reference: string
}

/** Who takes money and gives it back. What rejects otherwise than said may be tried again. */
export interface PaymentProvider {
  readonly name: string
  /**
   * Idempotent: asked twice for one transaction it answers with the same payment.
   * @throws PaymentRefused
   */
  createPayment(request: PaymentRequest): Promise<Payment>
  /** Idempotent: asked again for one refund it pays nothing more, and answers how it stands. */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /**
   * Sees to it that nobody can pay any more. Does nothing where it is too late for that, or done.
   */
  cancelPayment(reference: string): Promise<void>
  /**
   * What a webhook says, once it is sure that the provider sent it.
   * @throws WebhookRefused
   */
  readWebhook(
    body: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<PaymentEvent>
}

/**
 * The provider will not take this payment however often it is asked: the amount is too small, or it
 * does not know the currency.
 */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
}

/** Nothing shows that the provider sent this. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

/** Takes no money: its page has a button to pay and one to decline. For development. */
export function createSandboxPayments({ publicUrl }: { publicUrl: string }): PaymentProvider {
  return {
    name: 'sandbox',
    createPayment: ({ transactionId }) => {
      const reference = `sandbox_${transactionId}`
      return Promise.resolve({
        reference,
        checkoutUrl: `${publicUrl}/sandbox/payments/${reference}`,
      })
    },
    refund: ({ refundId }) =>
      Promise.resolve({ reference: `sandbox_${refundId}`, status: 'succeeded' }),
    // Its page looks whether the purchase is still to be paid.
    cancelPayment: () => Promise.resolve(),
    // Its page tells the service directly.
    readWebhook: () => Promise.reject(new WebhookRefused('the sandbox sends no webhooks')),
  }
}

/** What the page of the sandbox tells. Clicked twice it is the same event. */
export function sandboxEvent({
  kind,
  transactionId,
  amount,
}: {
  kind: 'paid' | 'declined'
  transactionId: string
  amount: Money
}): PaymentEvent {
  const reference = `sandbox_${transactionId}`
  const about = { id: `${reference}_${kind}`, type: kind, transactionId, reference }
  return kind === 'paid'
    ? { ...about, kind, paymentReference: reference, amount }
    : { ...about, kind }
}
