import { type CouponRow, listCoupons } from '../../../db/queries/shop/coupons.ts'
import type { Deps } from '../../../server/context.ts'
import {
  createCoupon,
  type DescribedCoupon,
  disableCoupon,
  showCoupon,
} from '../../../server/features/shop/coupons/manage-coupons.ts'
import { currencies, formatMoney } from '../../../server/lib/money.ts'
import { allPages } from '../all-pages.ts'
import { dayAfter, readDay, readWholeNumber } from '../arguments.ts'
import type { CautionOptions } from '../caution.ts'
import { UsageError } from '../command-errors.ts'
import { changeWithCare } from '../confirm.ts'
import type { CommandResult } from '../output.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

export interface CouponOptions {
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
  const { validFrom, validUntil } = validityOf(options)
  const content = {
    code,
    ...valueIn(options),
    validFrom,
    validUntil,
    maxUses: numberOf(options.maxUses, '--max-uses'),
    maxUsesPerUser: numberOf(options.maxUsesPerUser, '--max-uses-per-user'),
    courses: options.course,
  }
  return resultOf(await withDeps((deps) => createCoupon(deps, content)))
}

const couponsAtOnce = 1_000

export async function list(): Promise<CommandResult> {
  const coupons = await withDeps(listAll)
  const rows = coupons.map((coupon) => [
    coupon.code,
    offOf(coupon),
    usesOf(coupon),
    untilOf(coupon),
    stateOf(coupon),
  ])
  return {
    json: { items: coupons.map((coupon) => toJson(coupon)) },
    text:
      rows.length === 0
        ? 'There are no coupons.\n'
        : table(['CODE', 'TAKES OFF', 'USES', 'UNTIL', 'STATE'], rows),
  }
}

function listAll({ db, now }: Deps): Promise<CouponRow[]> {
  return allPages(async (before) => {
    const items = await listCoupons(db, { before, limit: couponsAtOnce, now: now() })
    const last = items.length === couponsAtOnce ? items.at(-1) : undefined
    return { items, nextCursor: last?.id ?? null }
  })
}

export async function showOne(code: string): Promise<CommandResult> {
  return resultOf(await withDeps((deps) => showCoupon(deps, code)))
}

export async function disable(code: string, options: CautionOptions): Promise<CommandResult> {
  return changeWithCare(options, {
    question: `Disable the coupon ${code} for good?`,
    word: 'disable',
    change: async (deps) => resultOf(await disableCoupon(deps, code)),
  })
}

function valueIn({
  percent,
  amount,
  currency,
}: CouponOptions): Pick<CouponRow, 'percent' | 'amount' | 'currency'> {
  if ((percent === undefined) === (amount === undefined))
    throw new UsageError('error: give either --percent or --amount')
  if (percent !== undefined) {
    if (currency !== undefined)
      throw new UsageError('error: --currency can only be used with --amount')
    const number = readWholeNumber(percent, '--percent')
    if (number > 100) throw new UsageError('error: --percent must be 1 to 100')
    return { percent: number, amount: null, currency: null }
  }
  if (currency === undefined || !currencies.has(currency))
    throw new UsageError('error: --amount needs a --currency of ISO 4217, like EUR')
  return { percent: null, amount: numberOf(amount, '--amount'), currency }
}

function validityOf({ from, until }: CouponOptions): Pick<CouponRow, 'validFrom' | 'validUntil'> {
  const validFrom = from === undefined ? null : readDay(from, '--from')
  const validUntil = until === undefined ? null : dayAfter(readDay(until, '--until'))
  if (validFrom !== null && validUntil !== null && validFrom >= validUntil)
    throw new UsageError('error: --until must not be before --from')
  return { validFrom, validUntil }
}

function numberOf(typed: string | undefined, name: string): number | null {
  return typed === undefined ? null : readWholeNumber(typed, name)
}

function resultOf({ coupon, courses }: DescribedCoupon): CommandResult {
  const facts = [
    ['Code', coupon.code],
    ['Takes off', offOf(coupon)],
    ['For', courses.length === 0 ? 'all courses' : courses.join(', ')],
    ['From', coupon.validFrom?.toISOString() ?? 'always'],
    ['Until', untilOf(coupon)],
    [
      'Uses',
      coupon.maxUsesPerUser === null
        ? usesOf(coupon)
        : `${usesOf(coupon)}, ${coupon.maxUsesPerUser} per user`,
    ],
    ['State', stateOf(coupon)],
  ]
  return {
    json: toJson(coupon, courses),
    text: facts.map(([name = '', fact = '']) => `${name.padEnd(11)}${fact}\n`).join(''),
  }
}

function toJson(
  { id: _, validFrom, validUntil, disabledAt, createdAt, ...content }: CouponRow,
  courses?: string[],
) {
  return {
    ...content,
    ...(courses !== undefined && { courses }),
    validFrom: validFrom?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

function offOf({ percent, amount, currency }: CouponRow): string {
  return percent === null
    ? formatMoney({ amount: amount ?? 0, currency: currency ?? '' })
    : `${percent} %`
}

function usesOf({ uses, maxUses }: CouponRow): string {
  return maxUses === null ? String(uses) : `${uses} of ${maxUses}`
}

function untilOf({ validUntil }: CouponRow): string {
  return validUntil === null ? 'always' : validUntil.toISOString()
}

function stateOf({ disabledAt }: CouponRow): string {
  return disabledAt === null ? 'active' : `disabled on ${disabledAt.toISOString().slice(0, 10)}`
}
