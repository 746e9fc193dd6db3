import { z } from 'zod'
import { transactionStatuses } from '../../../db/schema/index.ts'
import { Id, IdInPath, Instant, Money, pageInput, pageOf } from '../../schema.ts'

export const TransactionLine = z
  .object({ courseId: Id, title: z.string().describe('Title when it was bought'), price: Money })
  .meta({ id: 'TransactionLine' })

export const Transaction = z
  .object({
    id: Id,
    status: z.enum(transactionStatuses).describe('fulfilled: paid where there was something to pay, and enrolled'),
    lines: z.array(TransactionLine),
    total: Money,
    checkoutUrl: z.url().optional().describe('Where to pay, while the transaction is pending'),
    createdAt: Instant,
  })
  .meta({ id: 'Transaction', description: 'A purchase or an enrollment' })
export type Transaction = z.infer<typeof Transaction>

export const TransactionList = pageOf(Transaction)
export type TransactionList = z.infer<typeof TransactionList>

export const NewTransaction = z.object({
  courseIds: z.array(Id).min(1).max(100).optional().describe('The courses to buy or enroll in; without it, what is in the cart'),
})
export type NewTransaction = z.infer<typeof NewTransaction>

export const TransactionListInput = z.object(pageInput)
export type TransactionListInput = z.infer<typeof TransactionListInput>

export const TransactionChoice = z.object({ id: IdInPath })
export type TransactionChoice = z.infer<typeof TransactionChoice>
