import {
  type CouponRow,
  type CouponStatus,
  findCouponByCode,
  listCouponCourses,
  listCoupons,
} from '../../../../db/queries/shop/coupons.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { dayOf, lastDayBefore } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { readTypedCode } from '../../../../lib/typed-text/typed-text.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { Coupon, CouponInput, CouponList, CouponSummary, ListCouponsInput } from './schema.ts'

type ShowingDeps = Pick<Deps, 'config' | 'db' | 'now'>

export async function listAdminCoupons(
  ctx: ShowingDeps,
  { status, limit, cursor }: ListCouponsInput,
): Promise<CouponList> {
  const before = startOf({ limit, cursor })
  const rows = await listCoupons(ctx.db, { status, before, limit: limit + 1, now: ctx.now() })
  return toPage(rows, limit, (row) => toSummary(ctx, row))
}

export async function getCoupon(ctx: ShowingDeps, { code }: CouponInput): Promise<Coupon> {
  return describe(ctx, await requireCoupon(ctx, code))
}

/** @throws CouponNotFound */
export async function requireCoupon({ db }: Pick<Deps, 'db'>, code: string): Promise<CouponRow> {
  const coupon = await findCouponByCode(db, readTypedCode(code))
  if (coupon === undefined) throw new AppError('CouponNotFound')
  return coupon
}

export async function describe(ctx: ShowingDeps, coupon: CouponRow): Promise<Coupon> {
  const courses = (await listCouponCourses(ctx.db, coupon.id)).map(({ slug }) => slug)
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

/** Returns the first reason for which a coupon is over, as the filter of its list does. */
function couponStatusOf(
  { disabledAt, maxUses, uses, validFrom, validUntil }: CouponRow,
  now: Date,
): CouponStatus {
  if (disabledAt !== null) return 'disabled'
  if (maxUses !== null && uses >= maxUses) return 'used-up'
  if (validUntil !== null && validUntil <= now) return 'expired'
  return validFrom !== null && validFrom > now ? 'scheduled' : 'active'
}
