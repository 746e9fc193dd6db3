import {
  createAdminCoupon,
  disableAdminCoupon,
  getAdminCoupon,
  listAdminCoupons,
} from '../../../server/features/shop/coupons/admin-coupons.ts'
import type { Coupon, CouponSummary } from '../../../server/features/shop/coupons/schema.ts'
import { currencies, formatMoney } from '../../../server/lib/money.ts'
import { dayAfter, readDay, readWholeNumber } from '../arguments.ts'
import type { CautionOptions } from '../caution.ts'
import { UsageError } from '../command-errors.ts'
import { changeWithCare } from '../confirm.ts'
import type { CommandResult } from '../output.ts'
import { factsOf, listAll, wholeList } from '../results.ts'
import { withDeps } from '../with-deps.ts'

interface CouponOptions {
  percent?: string
  amount?: string
  currency?: string
  course: string[]
  from?: string
  until?: string
  maxUses?: string
  maxUsesPerUser?: string
}

export async function create(code: string, options: CouponOptions): Promise<CommandResult> {
  if (!/^[a-z0-9][a-z0-9-]{2,39}$/i.test(code.trim()))
    throw new UsageError('error: CODE must be 3 to 40 letters, digits and dashes')
  const content = {
    code,
    takesOff: takesOffIn(options),
    ...validityIn(options),
    maxUses: numberOf(options.maxUses, '--max-uses'),
    maxUsesPerUser: numberOf(options.maxUsesPerUser, '--max-uses-per-user'),
    courses: options.course,
  }
  return resultOf(await withDeps((deps) => createAdminCoupon(deps, content)))
}

export function list(): Promise<CommandResult> {
  return listAll(listAdminCoupons, wholeList, {
    columns: {
      CODE: 'code',
      'TAKES OFF': wordsOf,
      USES: usesOf,
      UNTIL: ({ validUntil }) => validUntil ?? 'always',
      STATE: stateOf,
    },
    none: 'There are no coupons.',
  })
}

export async function showOne(code: string): Promise<CommandResult> {
  return resultOf(await withDeps((deps) => getAdminCoupon(deps, { code })))
}

export async function disable(code: string, options: CautionOptions): Promise<CommandResult> {
  return changeWithCare(options, {
    question: `Disable the coupon ${code} for good?`,
    word: 'disable',
    change: async (deps) => resultOf(await disableAdminCoupon(deps, { code })),
  })
}

function takesOffIn({ percent, amount, currency }: CouponOptions): Coupon['takesOff'] {
  if (percent !== undefined && amount === undefined) {
    if (currency !== undefined)
      throw new UsageError('error: --currency can only be used with --amount')
    const number = readWholeNumber(percent, '--percent')
    if (number > 100) throw new UsageError('error: --percent must be 1 to 100')
    return { percent: number }
  }
  if (amount === undefined || percent !== undefined)
    throw new UsageError('error: give either --percent or --amount')
  if (currency === undefined || !currencies.has(currency))
    throw new UsageError('error: --amount needs a --currency of ISO 4217, like EUR')
  return { amount: readWholeNumber(amount, '--amount'), currency }
}

function validityIn({ from, until }: CouponOptions): Pick<Coupon, 'validFrom' | 'validUntil'> {
  const validFrom = from === undefined ? null : readDay(from, '--from').toISOString()
  const validUntil = until === undefined ? null : dayAfter(readDay(until, '--until')).toISOString()
  if (validFrom !== null && validUntil !== null && validFrom >= validUntil)
    throw new UsageError('error: --until must not be before --from')
  return { validFrom, validUntil }
}

function numberOf(typed: string | undefined, name: string): number | null {
  return typed === undefined ? null : readWholeNumber(typed, name)
}

function resultOf(coupon: Coupon): CommandResult {
  const { maxUsesPerUser } = coupon
  const text = factsOf([
    ['Code', coupon.code],
    ['Takes off', wordsOf(coupon)],
    ['For', coupon.courses.join(', ') || 'all courses'],
    ['From', coupon.validFrom ?? 'always'],
    ['Until', coupon.validUntil ?? 'always'],
    ['Uses', usesOf(coupon) + (maxUsesPerUser === null ? '' : `, ${maxUsesPerUser} per user`)],
    ['State', stateOf(coupon)],
  ])
  return { json: coupon, text }
}

function wordsOf({ takesOff }: CouponSummary): string {
  return 'percent' in takesOff ? `${takesOff.percent} %` : formatMoney(takesOff)
}

function usesOf({ uses, maxUses }: CouponSummary): string {
  return maxUses === null ? String(uses) : `${uses} of ${maxUses}`
}

function stateOf({ status, disabledAt }: CouponSummary): string {
  return disabledAt === null ? status : `disabled on ${disabledAt.slice(0, 10)}`
}
