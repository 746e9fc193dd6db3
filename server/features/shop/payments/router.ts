import { adminProcedure } from '../../../trpc.ts'
import { Transaction } from '../transactions/schema.ts'
import { refundByAdministrator } from './refund-transaction.ts'
import * as schema from './schema.ts'

/** Procedures for the area `transactions`. */
export const paymentProcedures = {
  refund: adminProcedure('refunds:write')
    .meta({
      route: 'POST /api/v1/transaction/{transactionId}/refund',
      summary: 'Refund a transaction',
      idempotent: true,
      errors: ['NotForYourself', 'TransactionNotFound', 'TransactionNotPaid', 'RefundTooHigh'],
      description:
        'Refunds one line or all lines, in full or in part. Once the payment provider confirms ' +
        'that a course is fully refunded, access to it ends; certificates remain valid. If the ' +
        'provider does not answer, the refund is retried until it does.',
    })
    .input(schema.RefundTransactionInput)
    .output(Transaction)
    .mutation(({ ctx, input }) => refundByAdministrator(ctx, input)),
}
