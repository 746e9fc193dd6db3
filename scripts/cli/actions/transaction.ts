import type { Deps } from '../../../server/context.ts'
import { markPaid } from '../../../server/features/shop/payments/mark-paid.ts'
import {
  refundSurplus,
  refundTransaction,
  requestRefunds,
  requestSurplus,
} from '../../../server/features/shop/payments/refund-transaction.ts'
import { assignReversal } from '../../../server/features/shop/refunds/assign-reversal.ts'
import { describeForAdmin } from '../../../server/features/shop/transactions/admin/describe.ts'
import { listAdminTransactions } from '../../../server/features/shop/transactions/admin/list.ts'
import { ListAdminTransactionsInput } from '../../../server/features/shop/transactions/admin/schema.ts'
import { undoFreeTransaction } from '../../../server/features/shop/transactions/admin/undo.ts'
import type { CautionOptions } from '../confirm.ts'
import type { CommandResult } from '../output.ts'
import { detailsOf, listOf, readInput } from '../results.ts'
import { withDeps } from '../with-deps.ts'

interface ListOptions {
  email?: string
  status?: string
  limit: number
}

export async function list({ email: q, status, limit }: ListOptions): Promise<CommandResult> {
  const input = { ...readInput(ListAdminTransactionsInput, { q, status }), limit }
  const { items } = await withDeps((deps) => listAdminTransactions(deps, input))
  return listOf(items, {
    columns: [
      'id',
      'createdAt',
      'status',
      'isDisputed',
      'total',
      ['BUYER', ({ buyer }) => buyer?.email],
    ],
    none: 'No transactions found.',
  })
}

export async function showTransaction(deps: Deps, id: string): Promise<CommandResult> {
  return detailsOf(await describeForAdmin(deps, id), {
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
  })
}

interface RefundOptions extends CautionOptions {
  reason: string
  line?: number
  amount?: number
  surplus?: true
  byHand?: true
}

/** A rehearsal sends nothing to the provider. */
export async function refund(
  deps: Deps,
  id: string,
  { reason, line, amount, surplus, byHand: isByHand, dryRun }: RefundOptions,
): Promise<CommandResult> {
  const request = { id, reason, line, amount, isByHand }
  const [refund, refundLeft] = dryRun
    ? [requestRefunds, requestSurplus]
    : [refundTransaction, refundSurplus]
  await (surplus ? refundLeft : refund)(deps, request)
  return showTransaction(deps, id)
}

interface AssignOptions {
  reversal: string
  line: number
  amount?: number
  reason: string
  byHand?: true
}

export async function assign(
  deps: Deps,
  id: string,
  { reversal, line, amount, reason, byHand: isNotedByHand }: AssignOptions,
): Promise<CommandResult> {
  await assignReversal(deps, { id, reversal, line, amount, reason, isNotedByHand })
  return showTransaction(deps, id)
}

export async function undo(
  deps: Deps,
  id: string,
  { course }: { course: string[] },
): Promise<CommandResult> {
  await undoFreeTransaction(deps, {
    transactionId: id,
    courseIds: course.length === 0 ? undefined : course,
  })
  return showTransaction(deps, id)
}

export async function markAsPaid(
  deps: Deps,
  id: string,
  { reason }: { reason: string },
): Promise<CommandResult> {
  await markPaid(deps, { id, reason })
  return showTransaction(deps, id)
}
