import { exponentOf } from '../../../lib/money.ts'
import type { Money } from '../../../lib/schema.ts'
import { PaymentRefused } from './types.ts'

/**
 * Stripe counts some currencies differently from ISO 4217, see https://docs.stripe.com/currencies:
 * these in whole units, others in thousandths of which the last digit is 0, and all the rest in
 * hundredths (including the Icelandic króna and the Ugandan shilling, in multiples of 100).
 */
const inWholeUnits = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)
const inThousandths = new Set('BHD JOD KWD OMR TND'.split(' '))

/** @throws PaymentRefused for an amount that Stripe cannot express */
export function toStripeAmount({ amount, currency }: Money): number {
  const scaled = amount * 10 ** (stripeExponentOf(currency) - exponentOf(currency))
  const isExpressible =
    Number.isSafeInteger(scaled) && (!inThousandths.has(currency) || scaled % 10 === 0)
  if (!isExpressible)
    throw new PaymentRefused(`Stripe cannot express the amount ${amount} ${currency}`)
  return scaled
}

/**
 * Converts an amount and a lower-case currency of Stripe. Rounds, because a dispute may state
 * hundredths in a currency that has none.
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
