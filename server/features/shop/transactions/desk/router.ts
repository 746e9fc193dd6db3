import { deskProcedure, rest } from '../../../../trpc.ts'
import { GetTransactionInput } from '../schema.ts'
import { viewTransaction } from './describe.ts'
import { listDeskTransactions } from './list.ts'
import {
  DeskTransaction,
  DeskTransactionList,
  ListDeskTransactionsInput,
  UndoTransactionInput,
} from './schema.ts'
import { undoFreeTransaction } from './undo.ts'

/** For the area `admin.transactions`. */
export const deskTransactionProcedures = {
  list: deskProcedure('money:read')
    .meta(
      rest('GET /api/v1/admin/transactions', {
        summary: 'List or search purchases, newest first',
        description:
          'Includes those that came to nothing, for a month. Filters can be combined; `q` finds ' +
          'what it names exactly.',
        errors: ['UserNotFound', 'CourseNotFound'],
      }),
    )
    .input(ListDeskTransactionsInput)
    .output(DeskTransactionList)
    .query(({ ctx, input }) => listDeskTransactions(ctx, input)),

  get: deskProcedure('money:read')
    .meta(
      rest('GET /api/v1/admin/transactions/{id}', {
        summary: 'Show a purchase with all that happened to its money',
        errors: ['TransactionNotFound'],
        description:
          'Payments, refunds, disputes and receipt. The audit trail records that you read it.',
      }),
    )
    .input(GetTransactionInput.strict())
    .output(DeskTransaction)
    .query(({ ctx, input }) => viewTransaction(ctx, input)),

  undo: deskProcedure('money:write')
    .meta(
      rest('POST /api/v1/admin/transactions/{id}/undo', {
        summary: 'Take back a purchase that cost nothing',
        repeatable: true,
        errors: ['TransactionNotFound', 'TransactionNotFree'],
        description:
          'Ends the access that a free purchase gave, to all of its courses or to those that you ' +
          'name. Its coupon has its use again once no course is left. Progress and certificates ' +
          'stay. Undoing twice has the same effect as once. Refund a course that was paid for ' +
          'instead: `POST /api/v1/transaction/{id}/refund`.',
      }),
    )
    .input(UndoTransactionInput)
    .output(DeskTransaction)
    .mutation(({ ctx, input }) => undoFreeTransaction(ctx, input)),
}
