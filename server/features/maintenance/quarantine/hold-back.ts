import type { Mailer } from '../../../adapters/mailer/types.ts'
import type { PaymentProvider } from '../../../adapters/payments/types.ts'
import type { WebhookSender } from '../../../adapters/webhook-sender/types.ts'
import { type Quarantine, requireFreedom } from '../../../security/quarantine.ts'

/** Wraps the mailer so that nothing leaves it in quarantine: a running job tries again later. */
export function holdBackMails(mailer: Mailer, quarantine: Quarantine): Mailer {
  return {
    ...mailer,
    send: async (mail) => {
      await requireFreedom(quarantine)
      return mailer.send(mail)
    },
  }
}

/** Wraps the provider so that no request reaches it in quarantine. */
export function holdBackPayments(
  payments: PaymentProvider,
  quarantine: Quarantine,
): PaymentProvider {
  return {
    name: payments.name,
    createPayment: async (request) => {
      await requireFreedom(quarantine)
      return payments.createPayment(request)
    },
    refund: async (request) => {
      await requireFreedom(quarantine)
      return payments.refund(request)
    },
    cancelPayment: async (reference) => {
      await requireFreedom(quarantine)
      return payments.cancelPayment(reference)
    },
    listPayments: async function* (since) {
      await requireFreedom(quarantine)
      yield* payments.listPayments(since)
    },
    listReversals: async function* (since) {
      await requireFreedom(quarantine)
      yield* payments.listReversals(since)
    },
    readWebhook: payments.readWebhook,
  }
}

/** Wraps the sender of events so that nothing leaves it in quarantine. */
export function holdBackWebhooks(sender: WebhookSender, quarantine: Quarantine): WebhookSender {
  return {
    send: async (webhook, signal) => {
      await requireFreedom(quarantine)
      return sender.send(webhook, signal)
    },
  }
}
