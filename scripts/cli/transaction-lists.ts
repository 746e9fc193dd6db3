import type { AdminTransaction } from '../../server/features/shop/transactions/admin/schema.ts'
import type { Lists } from './results.ts'

/** Columns for a purchase's lines, and for what happened to its money. */
export const transactionLists: Lists<AdminTransaction> = {
  lines: [
    ['LINE', (_line, index) => index + 1],
    'status',
    'price',
    'discount',
    'refunded',
    'title',
  ],
  refunds: ['line', 'provider', 'status', 'failure', 'amount', 'requestedAt', 'reason'],
  reversals: [
    'kind',
    'reason',
    'failure',
    'status',
    'amount',
    'assigned',
    'reportedAt',
    'reference',
  ],
  paymentReports: ['receivedAt', 'type', 'id'],
}
