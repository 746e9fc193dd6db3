import type { Money } from '../../../lib/schema.ts'
import { type PaymentEvent, type PaymentProvider, WebhookRefused } from './types.ts'

/** Takes no real money, for development: its page has a button to pay and one to decline. */
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
    // Finds nothing, because its page calls the service directly.
    listPayments: async function* () {},
    listReversals: async function* () {},
    // Relies on its page, which checks whether the purchase still awaits payment.
    cancelPayment: () => Promise.resolve(),
    // Sends no webhooks, because its page calls the service directly.
    readWebhook: () => Promise.reject(new WebhookRefused('the sandbox sends no webhooks')),
  }
}

/** Returns the event that the sandbox's page reports, the same for a second click. */
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
