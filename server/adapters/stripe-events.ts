import type Stripe from 'stripe'
import type { PaymentEvent, RefundAnswer } from './payments.ts'
import { fromStripeAmount } from './stripe-amounts.ts'

/** What an event of Stripe means to us. */
export function toPaymentEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = data.object
      const { payment_intent: payment, amount_total: amount, currency } = session
      // Slow ways to pay complete the session first, and the payment days later.
      if (session.payment_status !== 'paid' || payment === null || amount === null || currency === null) return { id, type, kind: 'other' }
      const paymentReference = typeof payment === 'string' ? payment : payment.id
      return { id, type, kind: 'paid', paymentReference, amount: fromStripeAmount(amount, currency), ...aboutSession(session) }
    }
    case 'checkout.session.async_payment_failed':
      return { id, type, kind: 'declined', ...aboutSession(data.object) }
    case 'checkout.session.expired':
      return { id, type, kind: 'expired', ...aboutSession(data.object) }
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const { reference: _, status, failure } = toRefundAnswer(data.object)
      const refundId = data.object.metadata?.refundId
      if (refundId === undefined || status === 'pending') return { id, type, kind: 'other' }
      return { id, type, kind: status === 'succeeded' ? 'refund_succeeded' : 'refund_failed', refundId, failure }
    }
    default:
      return { id, type, kind: 'other' }
  }
}

function aboutSession({ id, metadata }: Stripe.Checkout.Session) {
  return { reference: id, transactionId: metadata?.transactionId }
}

/** Stripe will not make this refund, and has none. */
export interface Refusal {
  id: null
  status: 'failed'
  failure_reason: string
}

/** How a refund stands at Stripe, in our words. */
export function toRefundAnswer({ id, status, failure_reason: failure }: Stripe.Refund | Refusal): RefundAnswer {
  if (status === 'succeeded') return { reference: id, status }
  if (status === 'failed' || status === 'canceled') return { reference: id, status: 'failed', failure: failure ?? status }
  return { reference: id, status: 'pending' }
}
