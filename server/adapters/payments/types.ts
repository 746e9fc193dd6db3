import type { Money } from '../../../lib/schema.ts'

/** The values of PAYMENT_PROVIDER. */
export const paymentProviders = ['sandbox', 'stripe', 'none'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

export interface PaymentRequest {
  transactionId: string
  total: Money
  /** Items whose amounts are in the currency of the total and add up to it. */
  items: { title: string; amount: number }[]
  /** Kept with the payment at the provider. */
  purchase: Purchase
  /** The page for returning learners; `transaction` and `checkout` are added to its query. */
  returnUrl: string
}

/** Subject of a payment, by ids: enough to rewrite the transaction after a restore. */
export interface Purchase {
  userId: string
  lines: PurchasedLine[]
}

/** A line in minor units of the payment's currency; the discount is part of the price. */
export interface PurchasedLine {
  courseId: string
  versionId: string
  price: number
  discount: number
}

export interface Payment {
  /** The checkout's id at the provider. */
  reference: string
  /** The page where the learner pays. */
  checkoutUrl: string
}

export interface RefundRequest {
  refundId: string
  /** The payment to refund. */
  paymentReference: string
  amount: Money
}

export interface RefundResult {
  /** The refund's id at the provider; null when it made none. */
  reference: string | null
  status: 'pending' | 'succeeded' | 'failed'
  /** The provider's word for what went wrong. */
  failure?: string | undefined
}

/** Money that the provider takes back, or may take back: a refund or a dispute. */
export interface ProviderReversal {
  /** The id of the refund or the dispute at the provider. */
  reference: string
  /** The payment that the money comes from. */
  paymentReference: string
  amount: Money
  /** When it entered its status, by the provider's clock: events arrive in any order. */
  statusAt: Date
  /** The provider's words for why it was made, and for why it failed. */
  reason?: string | undefined
  failure?: string | undefined
}

/** An event that a provider reports. */
export type PaymentEvent = {
  /** The event's id at the provider, the same for each delivery. */
  id: string
  /** The provider's own name for its type. */
  type: string
} & (
  | ({ kind: 'paid'; paymentReference: string; amount: Money } & CheckoutIds)
  | ({ kind: 'declined' | 'expired' } & CheckoutIds)
  | {
      kind: 'refund_pending' | 'refund_succeeded' | 'refund_failed'
      reversal: ProviderReversal
      /** Our id of the refund, if we requested it. */
      refundId?: string | undefined
    }
  | { kind: 'dispute_opened' | 'dispute_won' | 'dispute_lost'; reversal: ProviderReversal }
  | { kind: 'other' }
)

interface CheckoutIds {
  /** Our id of the transaction, if the provider knows it. */
  transactionId?: string | undefined
  /** The checkout's id at the provider. */
  reference: string
}

/** A payment that has arrived at the provider. */
export interface FoundPayment extends CheckoutIds {
  paymentReference: string
  amount: Money
  /** Undefined for payments of earlier releases and long carts. */
  purchase?: Purchase | undefined
}

/** Takes payments and refunds them. A rejection that is not documented here may be retried. */
export interface PaymentProvider {
  readonly name: string
  /**
   * Creates a payment, always the same one for a transaction.
   * @throws PaymentRefused
   */
  createPayment(request: PaymentRequest): Promise<Payment>
  /** Refunds once: called again for a refund, it pays nothing more and returns its status. */
  refund(request: RefundRequest): Promise<RefundResult>
  /**
   * Lists the payments at checkouts opened since then, page by page, whether or not their events
   * have arrived. Empty if events cannot be lost.
   */
  listPayments(since: Date): AsyncIterable<FoundPayment[]>
  /**
   * Lists refunds and disputes opened since then in their present state, page by page, whether or
   * not their events have arrived. Empty if events cannot be lost.
   */
  listReversals(since: Date): AsyncIterable<PaymentEvent[]>
  /** Ensures that nobody can pay any more. Does nothing if it is too late or already done. */
  cancelPayment(reference: string): Promise<void>
  /**
   * Returns the event in a webhook, after checking that the provider sent it.
   * @throws WebhookRefused
   */
  readWebhook(
    body: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<PaymentEvent>
}

/**
 * Signals that the provider will never accept this payment: the amount is too small, or the
 * currency is not supported.
 */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
}

/** Signals that nothing proves that the provider sent this. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

/** Type of events that no provider sent, found after a restore. */
export const foundWhenReconciling = 'found when reconciling'
