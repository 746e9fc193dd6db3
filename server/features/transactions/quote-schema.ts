import { z } from 'zod'
import { exampleIds, Id, Money } from '../../lib/schema.ts'
import { CouponCode } from './schema.ts'

export const QuoteInput = z
  .object({
    couponCode: CouponCode,
    courseIds: z
      .array(Id)
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: 'The courses to buy; without it, what is in the cart',
        examples: [[exampleIds.course]],
      }),
  })
  .meta({ id: 'QuoteInput', description: 'A coupon, and what to buy with it' })
export type QuoteInput = z.infer<typeof QuoteInput>

export const Quote = z
  .object({
    lines: z
      .array(
        z.object({
          courseId: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
          title: z
            .string()
            .meta({ description: 'Title of the course', examples: ['Building a course player'] }),
          price: Money.describe('Before the discount'),
          discount: Money.describe('What the coupon takes off'),
        }),
      )
      .describe('What would be bought'),
    discount: Money.describe('What the coupon takes off'),
    total: Money.describe('What would be to be paid; good as expectedTotal'),
  })
  .meta({ id: 'Quote', description: 'What courses cost with a coupon now' })
export type Quote = z.infer<typeof Quote>
