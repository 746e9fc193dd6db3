import { adminProcedure, rest, router, userProcedure } from '../../trpc.ts'
import { couponErrors } from '../coupons/find-coupon.ts'
import { refundByAdministrator } from '../payments/refund-transaction.ts'
import { getReceipt } from '../receipts/get-receipt.ts'
import { Receipt } from '../receipts/schema.ts'
import { createTransaction } from './create-transaction.ts'
import { getTransaction, listMyTransactions } from './read-transactions.ts'
import {
  NewTransaction,
  RefundInput,
  Transaction,
  TransactionChoice,
  TransactionList,
  TransactionListInput,
} from './schema.ts'

export const transactionsRouter = router({
  create: userProcedure
    .meta(
      rest('POST /api/v1/transaction', {
        summary: 'Buy or enroll in courses',
        description:
          'What costs nothing is fulfilled at once. Else the answer is pending and names the checkoutUrl to pay at. ' +
          'Asked again for the same courses while they are still to be paid, it answers with the same transaction and status 200. ' +
          'Courses that are named must all be buyable. Of the cart, what is no longer sold and what I own by now is left out and not charged; ' +
          'the rest is sold at the prices of the moment. Who wants to pay no more than was shown says so with expectedTotal.',
        status: 201,
        location: '/api/v1/transaction/{id}',
        statusWhenExisting: 200,
        idempotent: true,
        errors: ['CourseNotFound', 'AlreadyEnrolled', 'PriceChanged', ...couponErrors],
        limits: ['transactionsPerAccount', 'wrongCouponsPerAccount', 'wrongCouponsPerIp'],
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
        description:
          'Tells whether a payment has arrived. Transactions of others are answered as if there were none.',
      }),
    )
    .input(TransactionChoice)
    .output(Transaction)
    .query(({ ctx, input }) => getTransaction(ctx, input)),

  receipt: userProcedure
    .meta(
      rest('GET /api/v1/transaction/{id}/receipt', {
        summary: 'Get the receipt of a payment',
        errors: ['TransactionNotFound', 'TransactionNotPaid'],
        description:
          'For the one who paid, and for administrators. Numbers are given in the order in which payments arrive, without a gap in each year. ' +
          'Titles and amounts were agreed when the purchase was started, seller and buyer are named as they were when the money arrived, and none of ' +
          'it ever changes. What was refunded since is added. `GET /api/v1/transaction/{id}/receipt.pdf` is the same on paper.',
      }),
    )
    .input(TransactionChoice)
    .output(Receipt)
    .query(({ ctx, input }) => getReceipt(ctx, input)),

  refund: adminProcedure
    .meta(
      rest('POST /api/v1/transaction/{id}/refund', {
        summary: 'Pay money back',
        idempotent: true,
        errors: ['TransactionNotFound', 'TransactionNotPaid', 'RefundTooHigh'],
        description:
          'For one line or for all, whole or in part. Access ends to a course that is wholly paid back, once the payment provider says that it is done; ' +
          'certificates stay. While the provider does not answer it is tried again until it does.',
      }),
    )
    .input(RefundInput)
    .output(Transaction)
    .mutation(({ ctx, input }) => refundByAdministrator(ctx, input)),
})
