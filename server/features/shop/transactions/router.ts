import { userProcedure } from '../../../trpc.ts'
import { couponErrors } from '../coupons/find-coupon.ts'
import { createTransaction } from './create-transaction.ts'
import { getTransaction, listMyTransactions } from './read-transactions.ts'
import * as schema from './schema.ts'

/** For the area `transactions`, which receipts and payments add their own procedures to. */
export const transactionProcedures = {
  create: userProcedure
    .meta({
      route: 'POST /api/v1/transaction',
      summary: 'Buy or enroll in courses',
      description:
        'Free courses are fulfilled at once. Otherwise the transaction is pending and its ' +
        'checkoutUrl is the page to pay at. If these courses already await payment, the same ' +
        'transaction is returned with status 200. All courses that you name must be for sale. ' +
        'Courses in your cart that are no longer sold, or that you already own, are left out ' +
        'and not charged; the others are sold at their current prices. Pass expectedTotal to ' +
        'refuse a price higher than the one shown.',
      location: '/api/v1/transaction/{id}',
      statusWhenExisting: 200,
      idempotent: true,
      errors: [
        'CourseNotFound',
        'AlreadyEnrolled',
        'PrerequisiteMissing',
        'CourseLeft',
        'CourseFull',
        'EnrollmentNotOpen',
        'PriceChanged',
        ...couponErrors,
      ],
      limits: [
        'transactionsPerAccount',
        'newTransactionsPerAccountAndDay',
        'wrongCouponsPerAccount',
        'wrongCouponsPerIp',
      ],
    })
    .input(schema.CreateTransactionInput)
    .output(schema.Transaction)
    .mutation(({ ctx, input }) => createTransaction(ctx, input)),

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
