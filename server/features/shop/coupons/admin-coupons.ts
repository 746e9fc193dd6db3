import { type CouponRow, listCoupons } from '../../../../db/queries/shop/coupons.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { dayOf, endMeant, lastDayBefore, startMeant } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import {
  couponStatusOf,
  createCoupon,
  type DescribedCoupon,
  disableCoupon,
  showCoupon,
} from './manage-coupons.ts'
import type {
  Coupon,
  CouponInput,
  CouponList,
  CouponSummary,
  CreateCouponInput,
  ListCouponsInput,
} from './schema.ts'

type ShowingDeps = Pick<Deps, 'config' | 'db' | 'now'>

export async function listAdminCoupons(
  ctx: ShowingDeps,
  { status, limit, cursor }: ListCouponsInput,
): Promise<CouponList> {
  const before = startOf({ limit, cursor })
  const rows = await listCoupons(ctx.db, { status, before, limit: limit + 1, now: ctx.now() })
  return toPage(rows, limit, (row) => toSummary(ctx, row))
}

export async function createAdminCoupon(
  ctx: Deps,
  { takesOff, validFrom, validUntil, ...coupon }: CreateCouponInput,
): Promise<Coupon> {
  const created = await createCoupon(ctx, {
    ...coupon,
    ...{ percent: null, amount: null, currency: null, ...takesOff },
    validFrom: startMeant(validFrom, ctx.config.timeZone),
    validUntil: endMeant(validUntil, ctx.config.timeZone),
  })
  return toCoupon(ctx, created)
}

export async function getAdminCoupon(ctx: Deps, { code }: CouponInput): Promise<Coupon> {
  return toCoupon(ctx, await showCoupon(ctx, code))
}

export async function disableAdminCoupon(ctx: Deps, { code }: CouponInput): Promise<Coupon> {
  return toCoupon(ctx, await disableCoupon(ctx, code))
}

function toCoupon(ctx: ShowingDeps, { coupon, courses }: DescribedCoupon): Coupon {
  return { ...toSummary(ctx, coupon), courses }
}

function toSummary({ config, now }: ShowingDeps, coupon: CouponRow): CouponSummary {
  const { code, percent, amount, currency, uses, maxUses, maxUsesPerUser } = coupon
  const { validFrom, validUntil, disabledAt, createdAt } = coupon
  const takesOff =
    amount === null || currency === null ? { percent: percent ?? 0 } : { amount, currency }
  const days = {
    firstDay: validFrom && dayOf(validFrom, config.timeZone),
    lastDay: lastDayBefore(validUntil, config.timeZone),
  }
  const limits = { validFrom, validUntil, ...days, maxUses, maxUsesPerUser, uses }
  const status = couponStatusOf(coupon, now())
  return withIsoDates({ code, takesOff, ...limits, status, disabledAt, createdAt })
}
