import { z } from 'zod'
import type { StripeOptions } from '../adapters/payments/stripe-payments.ts'
import { webUrl } from './shapes.ts'

/** The settings for Stripe, in the order of the documentation. */
export const stripeSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must be a secret or restricted key, which begins with sk_ or rk_')
    .optional()
    .describe(
      'Secret or restricted API key for payments and refunds (required with ' +
        'PAYMENT_PROVIDER=stripe)',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_')
    .optional()
    .describe(
      'Signing secret of the webhook at PUBLIC_URL/api/v1/payments/stripe/webhook (required with ' +
        'PAYMENT_PROVIDER=stripe)',
    ),
  STRIPE_API_URL: webUrl('http://localhost:12111')
    .optional()
    .describe('URL of a stand-in for Stripe, such as stripe-mock (not in production)'),
}

const StripeSettings = z.object({ PAYMENT_PROVIDER: z.string().optional(), ...stripeSettings })

/** Reads it; undefined with another payment provider. A problem names a setting, not its value. */
export function readStripeConfig(
  settings: z.output<typeof StripeSettings>,
  { production }: { production: boolean },
): { stripe: StripeOptions | undefined; problems: string[] } {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
  } = settings
  const problems =
    production && apiUrl !== undefined
      ? ['STRIPE_API_URL: must not be set in production, where payments go to Stripe itself']
      : []
  if (settings.PAYMENT_PROVIDER !== 'stripe') return { stripe: undefined, problems }
  if (secretKey !== undefined && webhookSecret !== undefined) {
    const stripe = { secretKey, webhookSecret, ...(apiUrl !== undefined && { apiUrl }) }
    return { stripe, problems }
  }

  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    if (settings[name] === undefined)
      problems.push(`${name}: required with PAYMENT_PROVIDER=stripe`)
  return { stripe: undefined, problems }
}
