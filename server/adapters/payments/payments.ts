import { createSandboxPayments } from './sandbox-payments.ts'
import { createStripePayments, type StripeOptions } from './stripe-payments.ts'
import type { PaymentProvider, PaymentProviderName } from './types.ts'

export interface PaymentOptions {
  paymentProvider: PaymentProviderName
  /** Set with the provider stripe. */
  stripe: StripeOptions | undefined
  publicUrl: string
}

const creators = {
  sandbox: createSandboxPayments,
  stripe: ({ stripe }) => {
    if (stripe === undefined) throw new Error('Stripe was chosen without its settings.')
    return createStripePayments(stripe)
  },
  none: () => undefined,
} as const satisfies Record<
  PaymentProviderName,
  (options: PaymentOptions) => PaymentProvider | undefined
>

/** Creates the configured provider; undefined if no payments are taken. */
export function createPayments(options: PaymentOptions): PaymentProvider | undefined {
  return creators[options.paymentProvider](options)
}
