import type { Money } from '../../../lib/schema.ts'
import { type PaymentEvent, type PaymentProvider, WebhookRefused } from './types.ts'

/** Takes no real money: its page has a button to pay and one to decline. For development. */
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
    // Its page calls the service directly: there is nothing to find.
    listPayments: async function* () {},
    listReversals: async function* () {},
    // Its page checks whether the purchase still awaits payment.
    cancelPayment: () => Promise.resolve(),
    // Its page calls the service directly.
    readWebhook: () => Promise.reject(new WebhookRefused('the sandbox sends no webhooks')),
  }
}

/** The event that the sandbox's page reports. A second click reports the same event. */
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
  const event = { id: `${reference}_${kind}`, type: kind, transactionId, reference }
  return kind === 'paid'
    ? { ...event, kind, paymentReference: reference, amount }
    : { ...event, kind }
}
