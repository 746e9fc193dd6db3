import type { ActorDeps } from '../../../context.ts'
import { assignReversal } from '../refunds/assign-reversal.ts'
import { describeForAdmin } from '../transactions/admin/describe.ts'
import type { AdminTransaction } from '../transactions/admin/schema.ts'
import { markPaid } from './mark-paid.ts'
import type { AssignReversalInput, MarkPaidInput } from './schema.ts'

/** @throws TransactionNotFound, NotForYourself */
export async function markPaidByHand(
  ctx: ActorDeps,
  { transactionId: id, reason }: MarkPaidInput,
): Promise<AdminTransaction> {
  await markPaid(ctx, { id, reason })
  return describeForAdmin(ctx, id)
}

/** @throws TransactionNotFound, RefundTooHigh */
export async function assignByHand(
  ctx: ActorDeps,
  { transactionId: id, ...assignment }: AssignReversalInput,
): Promise<AdminTransaction> {
  await assignReversal(ctx, { id, ...assignment })
  return describeForAdmin(ctx, id)
}
