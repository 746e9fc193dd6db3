import { z } from 'zod'
import { lineStatuses, transactionStatuses } from '../../../../db/transitions.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  Money,
  named,
  namedInput,
  pageInput,
  rawText,
} from '../../../../lib/schema.ts'
import { AcceptedTerms } from '../../platform/terms/schema.ts'
import { CouponCode } from '../coupons/schema.ts'

export const TransactionLine = named('TransactionLine', 'A course and its agreed price', {
  courseId: field(Id, 'The course', exampleIds.course),
  title: field(z.string(), 'Title of the course when you bought it', 'Building a course player'),
  price: Money.describe('Before the discount'),
  discount: Money.describe('Discount from a coupon'),
  refunded: Money.describe('Amount refunded, or about to be'),
  status: z
    .enum(lineStatuses)
    .describe(
      'open: awaiting payment or fulfillment. fulfilled: you have the course. released: you do ' +
        'not get the course from this transaction. refunded: fully refunded',
    ),
})

export const ReceiptTax = z.object({
  name: field(z.string(), 'Name of the tax', 'VAT'),
  percent: field(z.number(), 'Rate of the tax in percent', 19),
  amount: Money.describe('The sum of the tax of all lines, each rounded to the nearest unit'),
})

export const Transaction = named('Transaction', 'A purchase or an enrollment', {
  id: field(Id, 'The transaction', exampleIds.transaction),
  status: field(
    z.enum(transactionStatuses),
    'paid: the money has arrived, and access to the courses follows. fulfilled: paid if ' +
      'there was anything to pay, and enrolled',
    'pending',
  ),
  lines: z.array(TransactionLine).describe('The courses bought'),
  discount: Money.describe('Discount from a coupon'),
  total: Money.describe('Amount to pay, after the discount'),
  refunded: Money.describe('Amount refunded, or about to be'),
  checkoutUrl: field(
    z.url().optional(),
    'The page to pay at, while the transaction is pending',
    'https://pay.lyceum.test/checkout/7f3a',
  ),
  createdAt: Instant.describe('When the transaction was started'),
  paidAt: Instant.optional().describe('When the money arrived'),
  receiptUrl: field(
    z.url().optional(),
    'The receipt, once the money has arrived',
    `https://learn.lyceum.test/api/v1/transaction/${exampleIds.transaction}/receipt`,
  ),
  receiptNumber: field(
    z.string().optional(),
    'Number of the receipt, once the money has arrived',
    '2026-000042',
  ),
  tax: ReceiptTax.nullable()
    .optional()
    .describe('The tax that the receipt names; null where it names none'),
  replacedBy: field(
    Id.optional(),
    'Your latest transaction for one of these courses, if this one failed, expired or was canceled',
    exampleIds.transaction,
  ),
})
export type Transaction = z.infer<typeof Transaction>

export const TransactionList = listOf(Transaction, 'Your transactions, newest first')
export type TransactionList = z.infer<typeof TransactionList>

export const CreateTransactionInput = namedInput(
  'CreateTransactionInput',
  'The courses to buy or enroll in',
  {
    courseIds: field(
      z.array(Id).min(1).max(100).optional(),
      'The courses to buy or enroll in; defaults to the content of your cart',
      [exampleIds.course],
    ),
    couponCode: CouponCode.optional().describe(
      'Coupon code; without it, a purchase of your cart has the coupon of the cart',
    ),
    acceptedTerms: AcceptedTerms,
    returnUrl: field(
      rawText(2_000).optional(),
      'The page to which the payment provider sends the learner back, with ' +
        '?transaction=ID&checkout=done (or canceled); one of `checkout.returnUrls` of the config',
      'https://learn.lyceum.test/checkout',
    ),
    expectedTotal: Money.strict()
      .optional()
      .describe(
        'The total that you showed the learner. A higher total is refused with PriceChanged; a ' +
          'lower one is charged as it is',
      ),
  },
)
export type CreateTransactionInput = z.infer<typeof CreateTransactionInput>

export const ListTransactionsInput = z.strictObject(pageInput)
export type ListTransactionsInput = z.infer<typeof ListTransactionsInput>

export const GetTransactionInput = z.strictObject({
  transactionId: field(IdInPath, 'The transaction', exampleIds.transaction),
})
export type GetTransactionInput = z.infer<typeof GetTransactionInput>
