import { rest, router, userProcedure } from '../../../trpc.ts'
import { couponErrors } from '../coupons/find-coupon.ts'
import { quoteCoupon } from './quote-coupon.ts'
import { Quote, QuoteCouponInput } from './schema.ts'

export const couponsRouter = router({
  quote: userProcedure
    .meta(
      rest('POST /api/v1/coupons/quote', {
        summary: 'Preview the discount of a coupon',
        description:
          'Does not use up the coupon. The purchase redeems it, if it is still valid then.',
        errors: ['CourseNotFound', 'AlreadyEnrolled', 'CourseLeft', ...couponErrors],
        repeatable: true,
        limits: ['wrongCouponsPerAccount', 'wrongCouponsPerIp'],
      }),
    )
    .input(QuoteCouponInput)
    .output(Quote)
    .mutation(({ ctx, input }) => quoteCoupon(ctx, input)),
})
