import { type CouponRow, listCoupons } from '../../../../db/queries/shop/coupons.ts'
import type { Deps } from '../../../context.ts'
import { startOf, toPage } from '../../../lib/lists/pagination.ts'
import { toDate, withIsoDates } from '../../../lib/schema.ts'
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

export async function listAdminCoupons(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { status, limit, cursor }: ListCouponsInput,
): Promise<CouponList> {
  const before = startOf({ limit, cursor })
  const rows = await listCoupons(db, { status, before, limit: limit + 1, now: now() })
  return toPage(rows, limit, (row) => toSummary(row, now()))
}

export async function createAdminCoupon(
  ctx: Deps,
  { takesOff, validFrom, validUntil, ...coupon }: CreateCouponInput,
): Promise<Coupon> {
  const created = await createCoupon(ctx, {
    ...coupon,
    ...{ percent: null, amount: null, currency: null, ...takesOff },
    validFrom: toDate(validFrom),
    validUntil: toDate(validUntil),
  })
  return toCoupon(created, ctx.now())
}

export async function getAdminCoupon(ctx: Deps, { code }: CouponInput): Promise<Coupon> {
  return toCoupon(await showCoupon(ctx, code), ctx.now())
}

export async function disableAdminCoupon(ctx: Deps, { code }: CouponInput): Promise<Coupon> {
  return toCoupon(await disableCoupon(ctx, code), ctx.now())
}

function toCoupon({ coupon, courses }: DescribedCoupon, now: Date): Coupon {
  return { ...toSummary(coupon, now), courses }
}

function toSummary(coupon: CouponRow, now: Date): CouponSummary {
  const { code, percent, amount, currency, uses, maxUses, maxUsesPerUser } = coupon
  const { validFrom, validUntil, disabledAt, createdAt } = coupon
  const takesOff =
    amount === null || currency === null ? { percent: percent ?? 0 } : { amount, currency }
  const limits = { validFrom, validUntil, maxUses, maxUsesPerUser, uses }
  const status = couponStatusOf(coupon, now)
  return withIsoDates({ code, takesOff, ...limits, status, disabledAt, createdAt })
}
