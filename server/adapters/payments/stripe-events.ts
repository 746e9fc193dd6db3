import type Stripe from 'stripe'
import { fromStripeAmount } from './stripe-amounts.ts'
import { purchaseIn } from './stripe-metadata.ts'
import type { FoundPayment, PaymentEvent, ProviderReversal, RefundResult } from './types.ts'

/**
 * Converts an event of Stripe. The status of refunds and disputes counts, not the event's type:
 * several types report the same status.
 */
export function toPaymentEvent({ id, type, data, created }: Stripe.Event): PaymentEvent {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const payment = toPayment(data.object)
      if (payment === undefined) return { id, type, kind: 'other' }
      return { id, type, kind: 'paid', ...payment }
    }
    case 'checkout.session.async_payment_failed':
      return { id, type, kind: 'declined', ...idsOfSession(data.object) }
    case 'checkout.session.expired':
      return { id, type, kind: 'expired', ...idsOfSession(data.object) }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundEvent(data.object, { id, type, created })
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return disputeEvent(data.object, { id, type, created })
    default:
      return { id, type, kind: 'other' }
  }
}

/** The event that reports a refund or a dispute. */
export interface ReversalOccasion {
  id: string
  type: string
  /** When it reported the status: seconds since 1970. */
  created: number
}

export function refundEvent(
  refund: Stripe.Refund,
  { id, type, created }: ReversalOccasion,
): PaymentEvent {
  const { status, failure } = toRefundResult(refund)
  const reversal = toReversal(refund, created)
  if (reversal === undefined) return { id, type, kind: 'other' }
  return {
    id,
    type,
    kind: `refund_${status}`,
    reversal: { ...reversal, failure },
    refundId: refund.metadata?.refundId,
  }
}

export function disputeEvent(
  dispute: Stripe.Dispute,
  { id, type, created }: ReversalOccasion,
): PaymentEvent {
  const reversal = toReversal(dispute, created)
  if (reversal === undefined) return { id, type, kind: 'other' }
  return { id, type, kind: kindOfDispute(dispute), reversal }
}

/** Returns the payment at a session; undefined if there is none yet. */
export function toPayment(session: Stripe.Checkout.Session): FoundPayment | undefined {
  const { payment_intent: payment, amount_total: amount, currency, payment_status } = session
  // Waits for slow payment methods, which complete the session first and the payment days later.
  if (payment_status !== 'paid' || payment === null || amount === null || currency === null)
    return undefined
  return {
    paymentReference: idOf(payment),
    amount: fromStripeAmount(amount, currency),
    ...idsOfSession(session),
    purchase: purchaseIn(session.metadata),
  }
}

function idsOfSession({ id, metadata }: Stripe.Checkout.Session) {
  return { reference: id, transactionId: metadata?.transactionId }
}

/** Returns the reversal; undefined if no money moves, or if Checkout did not take it. */
function toReversal(
  {
    id,
    payment_intent: payment,
    amount: stripeAmount,
    currency,
    reason,
  }: Stripe.Refund | Stripe.Dispute,
  createdSeconds: number,
): ProviderReversal | undefined {
  if (!payment) return undefined
  const amount = fromStripeAmount(stripeAmount, currency)
  if (amount.amount <= 0) return undefined
  return {
    reference: id,
    paymentReference: idOf(payment),
    amount,
    statusAt: new Date(createdSeconds * 1000),
    reason: reason ?? undefined,
  }
}

/** Returns the kind; closed inquiries and prevented disputes took no money. */
function kindOfDispute({ status }: Stripe.Dispute) {
  if (status === 'lost') return 'dispute_lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented'
    ? 'dispute_won'
    : 'dispute_opened'
}

function idOf(payment: string | { id: string }): string {
  return typeof payment === 'string' ? payment : payment.id
}

/** A refund that Stripe refused to create. */
export interface RefusedRefund {
  id: null
  status: 'failed'
  failure_reason: string
}

/** Converts the status of a refund at Stripe. */
export function toRefundResult({
  id,
  status,
  failure_reason: failure,
}: Stripe.Refund | RefusedRefund): RefundResult {
  if (status === 'succeeded') return { reference: id, status }
  if (status === 'failed' || status === 'canceled')
    return { reference: id, status: 'failed', failure: failure ?? status }
  return { reference: id, status: 'pending' }
}
