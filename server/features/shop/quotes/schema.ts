import { z } from 'zod'
import { exampleIds, field, Id, Money, named, namedInput } from '../../../../lib/schema.ts'
import { CouponCode } from '../coupons/schema.ts'

export const QuoteCouponInput = namedInput(
  'QuoteCouponInput',
  'A coupon and the courses to buy with it',
  {
    couponCode: CouponCode,
    courseIds: field(
      z.array(Id).min(1).max(100).optional(),
      'The courses to buy; defaults to the content of your cart',
      [exampleIds.course],
    ),
  },
)
export type QuoteCouponInput = z.infer<typeof QuoteCouponInput>

export const Quote = named('Quote', 'The current price of courses with a coupon', {
  lines: z
    .array(
      z.object({
        courseId: field(Id, 'The course', exampleIds.course),
        title: field(z.string(), 'Title of the course', 'Building a course player'),
        price: Money.describe('Before the discount'),
        discount: Money.describe('Discount from the coupon'),
      }),
    )
    .describe('The courses to buy'),
  discount: Money.describe('Discount from the coupon'),
  total: Money.describe('Total after the discount; you can pass it as expectedTotal'),
})
export type Quote = z.infer<typeof Quote>
