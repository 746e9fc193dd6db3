import type { UserContext } from '../../context.ts'
import { findTypedCoupon, refuseUnusable } from '../coupons/find-coupon.ts'
import { orderOf } from './order.ts'
import type { Quote, QuoteInput } from './quote-schema.ts'

/** What a purchase with the coupon would cost now. Nothing is kept for the learner by it. */
export async function quote(
  ctx: UserContext,
  { couponCode, courseIds }: QuoteInput,
): Promise<Quote> {
  const coupon = await findTypedCoupon(ctx, couponCode)
  await refuseUnusable(ctx, coupon, ctx.user.id)
  const { lines, discount, total } = await orderOf(ctx, courseIds, coupon)

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
