import { exponentOf } from '../../lib/money.ts'
import type { Money } from '../../lib/schema.ts'
import { PaymentRefused } from './payments.ts'

/**
 * Stripe counts some currencies otherwise than ISO 4217, see https://docs.stripe.com/currencies:
 * these in whole units, others with three digits of which the last is 0, and all the rest in
 * hundredths (also the Icelandic króna and the Ugandan shilling, then in whole hundreds).
 */
const inWholeUnits = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)
const inThousandths = new Set('BHD JOD KWD OMR TND'.split(' '))

/** @throws PaymentRefused for an amount that Stripe cannot express. */
export function toStripeAmount({ amount, currency }: Money): number {
  const scaled = amount * 10 ** (stripeExponentOf(currency) - exponentOf(currency))
  const isExpressible =
    Number.isSafeInteger(scaled) && (!inThousandths.has(currency) || scaled % 10 === 0)
  if (!isExpressible) throw new PaymentRefused(`Stripe takes no amount like ${amount} ${currency}`)
  return scaled
}

/**
 * From the amount and the lower-case currency of Stripe's answers; rounded, because a dispute may
 * be about hundredths of what has none.
 */
export function fromStripeAmount(amount: number, lowerCaseCurrency: string): Money {
  const currency = lowerCaseCurrency.toUpperCase()
  return {
    amount: Math.round(amount * 10 ** (exponentOf(currency) - stripeExponentOf(currency))),
    currency,
  }
}

function stripeExponentOf(currency: string): number {
  if (inWholeUnits.has(currency)) return 0
  return inThousandths.has(currency) ? 3 : 2
}
