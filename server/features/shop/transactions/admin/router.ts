import { adminProcedure } from '../../../../trpc.ts'
import { GetTransactionInput } from '../schema.ts'
import { viewTransaction } from './describe.ts'
import { listAdminTransactions } from './list.ts'
import * as schema from './schema.ts'
import { undoFreeTransaction } from './undo.ts'

/** Procedures for the area `admin.transactions`. */
export const adminTransactionProcedures = {
  list: adminProcedure('money:read')
    .meta({
      route: 'GET /api/v1/admin/transactions',
      summary: 'List or search purchases, newest first',
      description:
        'Includes those that came to nothing, for a month. Filters can be combined; `q` finds ' +
        'what it names exactly.',
      errors: ['UserNotFound', 'CourseNotFound'],
    })
    .input(schema.ListAdminTransactionsInput)
    .output(schema.AdminTransactionList)
    .query(({ ctx, input }) => listAdminTransactions(ctx, input)),

  get: adminProcedure('money:read')
    .meta({
      route: 'GET /api/v1/admin/transactions/{transactionId}',
      summary: 'Show a purchase with all that happened to its money',
      errors: ['TransactionNotFound'],
      description:
        'Payments, refunds, disputes and receipt. The audit trail records that you read it.',
    })
    .input(GetTransactionInput)
    .output(schema.AdminTransaction)
    .query(({ ctx, input }) => viewTransaction(ctx, input)),

  undo: adminProcedure('money:write')
    .meta({
      route: 'POST /api/v1/admin/transactions/{transactionId}/undo',
      summary: 'Take back a purchase that cost nothing',
      repeatable: true,
      errors: ['TransactionNotFound', 'TransactionNotFree'],
      description:
        'Ends the access that a free purchase gave, to all of its courses or to those that you ' +
        'name. Its coupon has its use again once no course is left. Progress and certificates ' +
        'stay. Undoing twice has the same effect as once. Refund a course that was paid for ' +
        'instead: `POST /api/v1/transaction/{transactionId}/refund`.',
    })
    .input(schema.UndoTransactionInput)
    .output(schema.AdminTransaction)
    .mutation(({ ctx, input }) => undoFreeTransaction(ctx, input)),
}
