import { router, userProcedure } from '../../../trpc.ts'
import { couponErrors } from '../coupons/find-coupon.ts'
import { quoteCoupon } from './quote-coupon.ts'
import * as schema from './schema.ts'

export const couponsRouter = router({
  quote: userProcedure
    .meta({
      route: 'POST /api/v1/coupons/quote',
      summary: 'Preview the discount of a coupon',
      description:
        'Does not use up the coupon. The purchase redeems it, if it is still valid then.',
      errors: [
        'CourseNotFound',
        'AlreadyEnrolled',
        'CourseLeft',
        'PrerequisiteMissing',
        ...couponErrors,
      ],
      repeatable: true,
      limits: ['wrongCouponsPerAccount', 'wrongCouponsPerIp'],
    })
    .input(schema.QuoteCouponInput)
    .output(schema.Quote)
    .mutation(({ ctx, input }) => quoteCoupon(ctx, input)),
})
