import { adminProcedure } from '../../../trpc.ts'
import { AdminTransaction } from '../transactions/admin/schema.ts'
import { Transaction } from '../transactions/schema.ts'
import { assignByHand, markPaidByHand } from './by-hand.ts'
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

/** Procedures for the area `admin.transactions`. */
export const adminPaymentProcedures = {
  markPaid: adminProcedure('money:write')
    .meta({
      route: 'POST /api/v1/admin/transactions/{transactionId}/mark-paid',
      summary: 'Record that a purchase was paid outside the payment provider',
      errors: ['TransactionNotFound', 'NotForYourself'],
      description:
        'In full, such as by bank transfer. It enrolls the buyer. You refund it by hand too. ' +
        'Except administrators, nobody does it for their own purchase.',
    })
    .input(schema.MarkPaidInput)
    .output(AdminTransaction)
    .mutation(({ ctx, input }) => markPaidByHand(ctx, input)),

  assignReversal: adminProcedure('money:write')
    .meta({
      route: 'POST /api/v1/admin/transactions/{transactionId}/assign-reversal',
      summary: 'Assign a refund or a lost dispute at the provider to a line',
      errors: ['TransactionNotFound', 'RefundTooHigh'],
      description:
        'Where the service does not know which line lost the money: there are several, it is in ' +
        'a different currency, or a refund was recorded by hand before. No money is moved.',
    })
    .input(schema.AssignReversalInput)
    .output(AdminTransaction)
    .mutation(({ ctx, input }) => assignByHand(ctx, input)),
}
