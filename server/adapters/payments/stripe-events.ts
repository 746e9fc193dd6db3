import type Stripe from 'stripe'
import type { PaymentEvent, RefundAnswer, ToldReversal } from './payments.ts'
import { fromStripeAmount } from './stripe-amounts.ts'

/**
 * What an event of Stripe means to us. Of refunds and disputes the state that they are in counts,
 * not the event's name: there are several for each.
 */
export function toPaymentEvent({ id, type, data, created }: Stripe.Event): PaymentEvent {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = data.object
      const { payment_intent: payment, amount_total: amount, currency } = session
      // Slow ways to pay complete the session first, and the payment days later.
      if (
        session.payment_status !== 'paid' ||
        payment === null ||
        amount === null ||
        currency === null
      )
        return { id, type, kind: 'other' }
      return {
        id,
        type,
        kind: 'paid',
        paymentReference: idOf(payment),
        amount: fromStripeAmount(amount, currency),
        ...aboutSession(session),
      }
    }
    case 'checkout.session.async_payment_failed':
      return { id, type, kind: 'declined', ...aboutSession(data.object) }
    case 'checkout.session.expired':
      return { id, type, kind: 'expired', ...aboutSession(data.object) }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const refund = data.object
      const { status, failure } = toRefundAnswer(refund)
      const reversal = aboutReversal(refund, created)
      if (reversal === undefined) return { id, type, kind: 'other' }
      return {
        id,
        type,
        kind: `refund_${status}`,
        reversal: { ...reversal, failure },
        refundId: refund.metadata?.refundId,
      }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const reversal = aboutReversal(data.object, created)
      if (reversal === undefined) return { id, type, kind: 'other' }
      return { id, type, kind: kindOfDispute(data.object), reversal }
    }
    default:
      return { id, type, kind: 'other' }
  }
}

function aboutSession({ id, metadata }: Stripe.Checkout.Session) {
  return { reference: id, transactionId: metadata?.transactionId }
}

/**
 * Undefined for what Checkout did not take, as its payments all have an intent, and for what is
 * about no money.
 */
function aboutReversal(
  {
    id,
    payment_intent: payment,
    amount: stripeAmount,
    currency,
    reason,
  }: Stripe.Refund | Stripe.Dispute,
  createdSeconds: number,
): ToldReversal | undefined {
  if (!payment) return undefined
  const amount = fromStripeAmount(stripeAmount, currency)
  if (amount.amount <= 0) return undefined
  return {
    reference: id,
    paymentReference: idOf(payment),
    amount,
    at: new Date(createdSeconds * 1000),
    reason: reason ?? undefined,
  }
}

/** Inquiries that were closed, and disputes that were prevented, took no money. */
function kindOfDispute({ status }: Stripe.Dispute) {
  if (status === 'lost') return 'dispute_lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented'
    ? 'dispute_won'
    : 'dispute_opened'
}

function idOf(payment: string | { id: string }): string {
  return typeof payment === 'string' ? payment : payment.id
}

/** Stripe will not make this refund, and has none. */
export interface Refusal {
  id: null
  status: 'failed'
  failure_reason: string
}

/** How a refund stands at Stripe, in our words. */
export function toRefundAnswer({
  id,
  status,
  failure_reason: failure,
}: Stripe.Refund | Refusal): RefundAnswer {
  if (status === 'succeeded') return { reference: id, status }
  if (status === 'failed' || status === 'canceled')
    return { reference: id, status: 'failed', failure: failure ?? status }
  return { reference: id, status: 'pending' }
}
