import { rest, router, userProcedure } from '../../trpc.ts'
import { createTransaction } from './create-transaction.ts'
import { getTransaction, listMyTransactions } from './read-transactions.ts'
import { NewTransaction, Transaction, TransactionChoice, TransactionList, TransactionListInput } from './schema.ts'

export const transactionsRouter = router({
  create: userProcedure
    .meta(
      rest('POST /api/v1/transaction', {
        summary: 'Buy or enroll in courses',
        description:
          'What costs nothing is fulfilled at once. Else the answer is pending and names the checkoutUrl to pay at. ' +
          'Asked again for the same courses while they are still to be paid, it answers with the same transaction and status 200.',
        status: 201,
        location: '/api/v1/transaction/{id}',
        statusWhenExisting: 200,
        errors: ['CourseNotFound', 'AlreadyEnrolled'],
        limits: ['transactionsPerAccount'],
      }),
    )
    .input(NewTransaction)
    .output(Transaction)
    .mutation(({ ctx, input }) => createTransaction(ctx, input)),

  list: userProcedure
    .meta(
      rest('GET /api/v1/transaction/user', {
        summary: 'List my transactions, newest first',
        description: 'Purchases and enrollments, also those that came to nothing.',
      }),
    )
    .input(TransactionListInput)
    .output(TransactionList)
    .query(({ ctx, input }) => listMyTransactions(ctx, input)),

  get: userProcedure
    .meta(
      rest('GET /api/v1/transaction/{id}', {
        summary: 'Show one of my transactions',
        errors: ['TransactionNotFound'],
        description: 'Tells whether a payment has arrived. Transactions of others are answered as if there were none.',
      }),
    )
    .input(TransactionChoice)
    .output(Transaction)
    .query(({ ctx, input }) => getTransaction(ctx, input)),
})
