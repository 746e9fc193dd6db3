import { Empty } from '../../../../lib/schema.ts'
import { adminProcedure, userProcedure } from '../../../trpc.ts'
import { GetTransactionInput } from '../transactions/schema.ts'
import { getBilling, setBilling } from './billing.ts'
import { getReceipt } from './get-receipt.ts'
import * as schema from './schema.ts'

/** Procedures for the area `transactions`. */
export const receiptProcedures = {
  billing: userProcedure
    .meta({
      route: 'GET /api/v1/transaction/billing',
      summary: 'Show what your receipts say about your company',
    })
    .input(Empty)
    .output(schema.Billing)
    .query(({ ctx }) => getBilling(ctx)),

  setBilling: userProcedure
    .meta({
      route: 'PUT /api/v1/transaction/billing',
      summary: 'Put your company on your receipts',
      repeatable: true,
      description:
        'Counts for payments that arrive from now on; receipts stay as they are. Without a ' +
        'company, they name none. The number is not looked up anywhere.',
    })
    .input(schema.SetBillingInput)
    .output(schema.Billing)
    .mutation(({ ctx, input }) => setBilling(ctx, input)),

  receipt: userProcedure
    .meta({
      route: 'GET /api/v1/transaction/{transactionId}/receipt',
      summary: 'Get the receipt of a payment',
      errors: ['TransactionNotFound', 'TransactionNotPaid'],
      description:
        'For the buyer and for those who may read money. Receipts are numbered in the order in ' +
        'which payments arrive, without gaps within a year. Titles and amounts are those agreed ' +
        'when the purchase was started; seller and buyer are those at the time of the payment. ' +
        'None of this changes later; refunds are added. `GET ' +
        '/api/v1/transaction/{transactionId}/receipt.pdf` returns the same receipt as a PDF.',
    })
    .input(GetTransactionInput)
    .output(schema.Receipt)
    .query(({ ctx, input }) => getReceipt(ctx, input)),
}

/** Procedures for the area `admin.transactions`. */
export const adminReceiptProcedures = {
  receipt: adminProcedure('money:read')
    .meta({
      route: 'GET /api/v1/admin/transactions/{transactionId}/receipt',
      summary: 'Get the receipt of any payment',
      errors: ['TransactionNotFound', 'TransactionNotPaid'],
      description:
        'The same receipt as the buyer gets, also for keys. Its `pdfUrl` is the PDF. The audit ' +
        'trail records that you looked.',
    })
    .input(GetTransactionInput)
    .output(schema.Receipt)
    .query(({ ctx, input }) => getReceipt(ctx, input)),
}
