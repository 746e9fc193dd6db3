import { createSandboxPayments } from './sandbox-payments.ts'
import { createStripePayments, type StripeOptions } from './stripe-payments.ts'
import type { PaymentProvider } from './types.ts'

export interface PaymentOptions {
  paymentProvider: 'sandbox' | 'stripe' | 'none'
  /** Set with the provider stripe. */
  stripe: Omit<StripeOptions, 'returnUrl'> | undefined
  publicUrl: string
  /** The page to which the provider sends learners back. */
  checkoutReturnUrl: string
}

/** The configured provider; undefined where no payments are taken. */
export function createPayments({
  paymentProvider,
  stripe,
  publicUrl,
  checkoutReturnUrl,
}: PaymentOptions): PaymentProvider | undefined {
  if (paymentProvider === 'sandbox') return createSandboxPayments({ publicUrl })
  return stripe === undefined
    ? undefined
    : createStripePayments({ ...stripe, returnUrl: checkoutReturnUrl })
}
