import { z } from 'zod'
import { transactionStatuses } from '../../../db/schema/index.ts'
import { exampleIds, Id, IdInPath, Instant, Money, pageInput, pageOf } from '../../schema.ts'

export const TransactionLine = z
  .object({
    courseId: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
    title: z.string().meta({ description: 'Title when it was bought', examples: ['Building a course player'] }),
    price: Money,
  })
  .meta({ id: 'TransactionLine', description: 'A course and the price that was agreed' })

export const Transaction = z
  .object({
    id: Id.meta({ description: 'The transaction', examples: [exampleIds.transaction] }),
    status: z.enum(transactionStatuses).describe('fulfilled: paid where there was something to pay, and enrolled'),
    lines: z.array(TransactionLine).describe('What is bought'),
    total: Money,
    checkoutUrl: z
      .url()
      .optional()
      .meta({ description: 'Where to pay, while the transaction is pending', examples: ['https://pay.lyceum.test/checkout/7f3a'] }),
    createdAt: Instant.describe('When it was started'),
  })
  .meta({ id: 'Transaction', description: 'A purchase or an enrollment' })
export type Transaction = z.infer<typeof Transaction>

export const TransactionList = pageOf(Transaction).meta({ id: 'TransactionList', description: 'My transactions, newest first' })
export type TransactionList = z.infer<typeof TransactionList>

export const NewTransaction = z
  .object({
    courseIds: z
      .array(Id)
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The courses to buy or enroll in; without it, what is in the cart', examples: [[exampleIds.course]] }),
  })
  .meta({ id: 'NewTransaction', description: 'What to buy or to enroll in' })
export type NewTransaction = z.infer<typeof NewTransaction>

export const TransactionListInput = z.object(pageInput)
export type TransactionListInput = z.infer<typeof TransactionListInput>

export const TransactionChoice = z.object({ id: IdInPath.meta({ description: 'The transaction', examples: [exampleIds.transaction] }) })
export type TransactionChoice = z.infer<typeof TransactionChoice>
