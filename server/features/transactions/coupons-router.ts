import { rest, router, userProcedure } from '../../trpc.ts'
import { couponErrors } from '../coupons/find-coupon.ts'
import { quote } from './quote.ts'
import { Quote, QuoteInput } from './quote-schema.ts'

export const couponsRouter = router({
  quote: userProcedure
    .meta(
      rest('POST /api/v1/coupons/quote', {
        summary: 'Ask what a coupon takes off',
        description:
          'Uses nothing up: the coupon is redeemed by the purchase, if it still can be then.',
        errors: ['CourseNotFound', 'AlreadyEnrolled', ...couponErrors],
        limits: ['wrongCouponsPerAccount', 'wrongCouponsPerIp'],
      }),
    )
    .input(QuoteInput)
    .output(Quote)
    .mutation(({ ctx, input }) => quote(ctx, input)),
})
