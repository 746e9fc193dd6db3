import { userProcedure } from '../../../trpc.ts'
import { couponErrors } from '../coupons/find-coupon.ts'
import { CreateTransactionInput, Transaction } from '../transactions/schema.ts'
import { createTransaction } from './create-transaction.ts'

/** Procedures for the area `transactions`. */
export const checkoutProcedures = {
  create: userProcedure
    .meta({
      route: 'POST /api/v1/transaction',
      summary: 'Buy or enroll in courses',
      description:
        'Free courses are fulfilled at once. Otherwise the transaction is pending and its ' +
        'checkoutUrl is the page to pay at. If these courses already await payment, the same ' +
        'transaction is returned with status 200. All courses that you name must be for sale. ' +
        'Courses in your cart that are no longer sold, or that you already own, are left out ' +
        'and not charged; the others are sold at their current prices, with the coupon of your ' +
        'cart. Pass expectedTotal to refuse a price higher than the one shown.',
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
        'TermsNotAccepted',
        ...couponErrors,
      ],
      limits: [
        'transactionsPerAccount',
        'newTransactionsPerAccountAndDay',
        'wrongCouponsPerAccount',
        'wrongCouponsPerIp',
      ],
    })
    .input(CreateTransactionInput)
    .output(Transaction)
    .mutation(({ ctx, input }) => createTransaction(ctx, input)),
}
