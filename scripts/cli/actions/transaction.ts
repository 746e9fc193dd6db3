import type { Deps } from '../../../server/context.ts'
import {
  refundSurplus,
  refundTransaction,
  requestRefunds,
  requestSurplus,
} from '../../../server/features/shop/payments/refund-transaction.ts'
import type { RefundRequest } from '../../../server/features/shop/refunds/refund-parts.ts'
import { describeForAdmin } from '../../../server/features/shop/transactions/admin/describe.ts'
import type { CautionOptions } from '../confirm.ts'
import type { CommandResult } from '../output.ts'
import { detailsOf } from '../results.ts'
import { transactionLists } from '../transaction-lists.ts'

export async function showTransaction(deps: Deps, id: string): Promise<CommandResult> {
  return detailsOf(await describeForAdmin(deps, id), transactionLists)
}

interface RefundOptions extends CautionOptions, Omit<RefundRequest, 'id' | 'isByHand'> {
  surplus?: true
  byHand?: true
}

/** Refunds a purchase. A rehearsal sends nothing to the provider. */
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
