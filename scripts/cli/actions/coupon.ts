import { currencies } from '../../../lib/money.ts'
import { UsageError } from '../command-errors.ts'
import type { Typed } from '../operations/mirror.ts'

/** Takes off a percentage or an amount, never both. */
export function takesOffIn({ percent, amount, currency }: Typed): object {
  if ((percent === undefined) === (amount === undefined))
    throw new UsageError('error: give either --percent or --amount')
  if (amount === undefined && currency !== undefined)
    throw new UsageError('error: --currency can only be used with --amount')
  if (Number(percent) > 100) throw new UsageError('error: --percent must be 1 to 100')
  if (percent !== undefined) return { takesOff: { percent } }
  if (!currencies.has(String(currency)))
    throw new UsageError('error: --amount needs a --currency of ISO 4217, like EUR')
  return { takesOff: { amount, currency } }
}
