import { z } from 'zod'
import { lineStatuses, transactionStatuses } from '../../../db/transitions.ts'
import {
  exampleIds,
  Id,
  IdInPath,
  Instant,
  Money,
  pageInput,
  pageOf,
  text,
} from '../../lib/schema.ts'

export const CouponCode = text(100).meta({
  description: 'Code of a coupon, in any case',
  examples: ['SPRING-20'],
})

export const TransactionLine = z
  .object({
    courseId: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
    title: z
      .string()
      .meta({ description: 'Title when it was bought', examples: ['Building a course player'] }),
    price: Money.describe('Before the discount'),
    discount: Money.describe('What a coupon takes off'),
    refunded: Money.describe('What has been paid back, or is about to be'),
    status: z
      .enum(lineStatuses)
      .describe(
        'fulfilled: I have the course by it. released: I do not, because the purchase came to nothing',
      ),
  })
  .meta({ id: 'TransactionLine', description: 'A course and the price that was agreed' })

export const Transaction = z
  .object({
    id: Id.meta({ description: 'The transaction', examples: [exampleIds.transaction] }),
    status: z.enum(transactionStatuses).meta({
      description:
        'fulfilled: paid where there was something to pay, and enrolled. paid: the money has arrived, and the courses follow',
      examples: ['pending'],
    }),
    lines: z.array(TransactionLine).describe('What is bought'),
    discount: Money.describe('What a coupon takes off'),
    total: Money.describe('What is to be paid, after the discount'),
    refunded: Money.describe('What has been paid back, or is about to be'),
    checkoutUrl: z
      .url()
      .optional()
      .meta({
        description: 'Where to pay, while the transaction is pending',
        examples: ['https://pay.lyceum.test/checkout/7f3a'],
      }),
    createdAt: Instant.describe('When it was started'),
    paidAt: Instant.optional().describe('When the money arrived'),
    receiptUrl: z
      .url()
      .optional()
      .meta({
        description: 'The receipt, once the money has arrived',
        examples: [
          'https://learn.lyceum.test/api/v1/transaction/019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04/receipt',
        ],
      }),
  })
  .meta({ id: 'Transaction', description: 'A purchase or an enrollment' })
export type Transaction = z.infer<typeof Transaction>

export const TransactionList = pageOf(Transaction).meta({
  id: 'TransactionList',
  description: 'My transactions, newest first',
})
export type TransactionList = z.infer<typeof TransactionList>

export const NewTransaction = z
  .object({
    courseIds: z
      .array(Id)
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: 'The courses to buy or enroll in; without it, what is in the cart',
        examples: [[exampleIds.course]],
      }),
    couponCode: CouponCode.optional(),
    expectedTotal: Money.optional().describe(
      'What the learner was shown. A higher total is refused as PriceChanged, a lower one is charged as it is',
    ),
  })
  .meta({ id: 'NewTransaction', description: 'What to buy or to enroll in' })
export type NewTransaction = z.infer<typeof NewTransaction>

export const TransactionListInput = z.object(pageInput)
export type TransactionListInput = z.infer<typeof TransactionListInput>

export const TransactionChoice = z.object({
  id: IdInPath.meta({ description: 'The transaction', examples: [exampleIds.transaction] }),
})
export type TransactionChoice = z.infer<typeof TransactionChoice>

export const RefundInput = z
  .object({
    id: IdInPath.meta({ description: 'The transaction', examples: [exampleIds.transaction] }),
    line: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: 'Which of its lines, counted from 1; without it all of them',
        examples: [1],
      }),
    amount: z
      .number()
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .meta({
        description:
          "How much of the line, in the currency's smallest unit; without it all that is left",
        examples: [2900],
      }),
    reason: text(1000).meta({
      description: 'Why, for the books',
      examples: ['The learner bought the wrong course'],
    }),
  })
  .meta({ id: 'RefundInput', description: 'What is to be paid back' })
export type RefundInput = z.infer<typeof RefundInput>
