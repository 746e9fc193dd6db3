import { userProcedure } from '../../../trpc.ts'
import { getTransaction, listMyTransactions } from './read-transactions.ts'
import * as schema from './schema.ts'

/** Procedures for the area `transactions`, to which checkout, receipts and payments add theirs. */
export const transactionProcedures = {
  list: userProcedure
    .meta({
      route: 'GET /api/v1/transaction/user',
      summary: 'List your transactions, newest first',
      description: 'Includes canceled, expired and failed transactions.',
    })
    .input(schema.ListTransactionsInput)
    .output(schema.TransactionList)
    .query(({ ctx, input }) => listMyTransactions(ctx, input)),

  get: userProcedure
    .meta({
      route: 'GET /api/v1/transaction/{transactionId}',
      summary: 'Show a transaction',
      errors: ['TransactionNotFound'],
      description:
        'Shows whether the payment has arrived. A transaction of a different account is ' +
        'reported as not found, except to those who may read money; the audit log records that ' +
        'they looked.',
    })
    .input(schema.GetTransactionInput)
    .output(schema.Transaction)
    .query(({ ctx, input }) => getTransaction(ctx, input)),
}
