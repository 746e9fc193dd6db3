import { currencies } from '../../../lib/money.ts'
import { createCoupon } from '../../../server/features/shop/coupons/manage-coupons.ts'
import { CreateCouponInput } from '../../../server/features/shop/coupons/schema.ts'
import { UsageError } from '../command-errors.ts'
import type { CommandResult } from '../output.ts'
import { detailsOf, readInput } from '../results.ts'
import { withDeps } from '../with-deps.ts'

interface CouponOptions {
  percent?: number
  amount?: number
  currency?: string
  course: string[]
  from?: string
  until?: string
  maxUses?: number
  maxUsesPerUser?: number
}

export async function create(
  code: string,
  { course: courses, from, until, maxUses, maxUsesPerUser, ...off }: CouponOptions,
): Promise<CommandResult> {
  const typed = {
    code: code.trim(),
    takesOff: takesOffIn(off),
    validFrom: from,
    validUntil: until,
    ...{ maxUses, maxUsesPerUser, courses },
  }
  const input = readInput(CreateCouponInput, typed, { code: 'CODE', validUntil: '--until' })
  return withDeps(async (deps) => detailsOf(await createCoupon(deps, input)))
}

function takesOffIn({
  percent,
  amount,
  currency,
}: Pick<CouponOptions, 'percent' | 'amount' | 'currency'>): object {
  if ((percent === undefined) === (amount === undefined))
    throw new UsageError('error: give either --percent or --amount')
  if (amount === undefined && currency !== undefined)
    throw new UsageError('error: --currency can only be used with --amount')
  if (percent !== undefined && percent > 100)
    throw new UsageError('error: --percent must be 1 to 100')
  if (percent !== undefined) return { percent }
  if (currency === undefined || !currencies.has(currency))
    throw new UsageError('error: --amount needs a --currency of ISO 4217, like EUR')
  return { amount, currency }
}
