import type { UserContext } from '../../../context.ts'
import { findActiveCoupon, refuseUnusable } from '../coupons/find-coupon.ts'
import { priceOrder } from '../transactions/order.ts'
import type { Quote, QuoteCouponInput } from './schema.ts'

/** Returns the current price of a purchase with the coupon. Reserves nothing for the learner. */
export async function quoteCoupon(
  ctx: UserContext,
  { couponCode, courseIds }: QuoteCouponInput,
): Promise<Quote> {
  const coupon = await findActiveCoupon(ctx, couponCode)
  await refuseUnusable(ctx, coupon, ctx.user.id)
  const { lines, discount, total } = await priceOrder(ctx, courseIds, coupon)

  const money = (amount: number) => ({ amount, currency: total.currency })
  return {
    lines: lines.map(({ course, discountAmount }) => ({
      courseId: course.id,
      title: course.title,
      price: money(course.priceAmount),
      discount: money(discountAmount),
    })),
    discount,
    total,
  }
}
