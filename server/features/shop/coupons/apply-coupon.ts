import { type CouponRow, listCouponCourses } from '../../../../db/queries/shop/coupons.ts'
import { listPendingWithCourses } from '../../../../db/queries/shop/transactions.ts'
import type { Deps, UserContext } from '../../../context.ts'
import type { AppError } from '../../../errors/errors.ts'
import { discountsOf, type PricedCourse } from './discount.ts'
import { findRefusal, refusalOf } from './find-coupon.ts'

/** Returns the coupon's discount on each of the courses. */
export async function findDiscounts(
  { db }: Pick<Deps, 'db'>,
  coupon: CouponRow,
  courses: PricedCourse[],
): Promise<number[]> {
  const onlyFor = await listCouponCourses(db, coupon.id)
  return discountsOf(
    coupon,
    courses,
    onlyFor.map(({ courseId }) => courseId),
  )
}

interface AppliedCoupon {
  discounts: number[]
  /** Why the coupon takes nothing off now. */
  refusal: AppError | undefined
}

/**
 * Applies the coupon to what the user is about to buy. Uses by their pending purchases of these
 * courses count for nothing, because the next purchase replaces them.
 */
export async function applyCoupon(
  ctx: UserContext,
  coupon: CouponRow,
  courses: PricedCourse[],
): Promise<AppliedCoupon> {
  const isLimited = coupon.maxUses !== null || coupon.maxUsesPerUser !== null
  const ids = courses.map(({ courseId }) => courseId)
  const pending = isLimited ? await listPendingWithCourses(ctx.db, ctx.user.id, ids) : []
  const replaced = pending.filter(({ couponId }) => couponId === coupon.id).length
  const refusal = await findRefusal(ctx, coupon, { userId: ctx.user.id, replaced })
  if (refusal !== undefined) return { discounts: [], refusal }

  const discounts = await findDiscounts(ctx, coupon, courses)
  const isFor = discounts.some((amount) => amount > 0)
  return { discounts, refusal: isFor ? undefined : refusalOf('CouponNotApplicable') }
}
