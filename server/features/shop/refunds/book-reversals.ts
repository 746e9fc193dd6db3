import {
  insertRefund,
  listBookedRefunds,
  listRefunds,
  listRefundsBy,
  listReversalsOfPayment,
  type ReversalRow,
  sumUnassignedReversals,
} from '../../../../db/queries/shop/refunds.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import {
  listLines,
  listUnsettledLines,
  type TransactionLineRow,
  type TransactionRow,
  transitionTransaction,
} from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { recordRefundStatus } from './record-refund-status.ts'
import { byHand, newRefund, requestLineRefund } from './request-refund.ts'

/**
 * Books reversals (money that the provider took back without a request of ours) on the lines of a
 * purchase, if there is no choice: they cover all that is left, or only one line is left. Otherwise
 * an administrator assigns them. Undoes bookings of money that came back. Safe to repeat.
 */
export async function bookReversals(ctx: Deps, transactionId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, transactionId)
    if (transaction === undefined) return
    const { provider, paymentReference, currency } = transaction
    if (provider === null || paymentReference === null) return

    const reversals = await listReversalsOfPayment(ctx.db, { provider, paymentReference })
    for (const reversal of reversals)
      if (reversal.status === 'kept') await unbookReversal(ctx, reversal)
    // Waits for an operator: it may be the same refund, or belong to a line.
    const isNotedByHand =
      provider !== byHand && (await listRefundsBy(ctx.db, byHand, { transactionId })).length > 0
    const unassigned = reversals.filter(
      (reversal) =>
        reversal.status === 'gone' &&
        (reversal.currency === currency || reversal.saleAmount !== null) &&
        unassignedAmountOf(reversal) > 0 &&
        !(reversal.kind === 'refund' && isNotedByHand),
    )
    if (unassigned.length === 0 || (await isStillChanging(ctx, transactionId))) return

    await lockSeats(ctx.db, { courseIds: [], transactionIds: [transactionId] })
    const lines = await listLines(ctx.db, [transactionId])
    const coversAll =
      sumOf(unassigned.map(unassignedAmountOf)) >= sumOf(lines.map(refundableAmountOf))
    let isBooked = false
    for (const reversal of unassigned) {
      const lines = await listLines(ctx.db, [transactionId])
      for (const part of partsOf(reversal, lines, coversAll)) {
        const reason = reasonOf(reversal)
        await bookReversalOnLine(ctx, { transaction, reversal, ...part, reason })
        isBooked = true
      }
    }
    await transitionTransaction(ctx.db, transactionId, 'fulfilled', {
      status: 'partially_refunded',
    })
    if (isBooked) await requestRemainingRefunds(ctx, transaction)
  })
}

interface Booking {
  transaction: TransactionRow
  reversal: ReversalRow
  position: number
  /** Amount in the currency of the transaction. */
  amount: number
  reason: string
  /** Whether the buyer had a mail about this money before. */
  isKnownToBuyer?: boolean
}

/**
 * Books a part of a reversal on a line, within the current database transaction. The money is gone
 * already, so the refund has succeeded and nothing is sent.
 */
export async function bookReversalOnLine(
  ctx: Deps,
  { transaction, reversal, position, amount, reason, isKnownToBuyer = false }: Booking,
): Promise<void> {
  const { provider, paymentReference, reference: reversalReference } = reversal
  const refund = newRefund(ctx, {
    transactionId: transaction.id,
    linePosition: position,
    amount,
    currency: transaction.currency,
    reason,
    provider,
    paymentReference,
    reversalReference,
  })
  await insertRefund(ctx.db, refund)
  await recordRefundStatus(ctx, {
    refundId: refund.id,
    status: 'succeeded',
    isKnownToBuyer: isKnownToBuyer || reversal.kind === 'dispute',
  })
}

/**
 * Refunds the rest of unfulfillable lines, of which a reversal took a part before our own refund,
 * so that this one failed. Call it right after such a booking only: a refund that fails for a
 * different reason must not be requested forever.
 */
export async function requestRemainingRefunds(
  ctx: Deps,
  transaction: TransactionRow,
): Promise<void> {
  const { id } = transaction
  const unassigned = (await sumUnassignedReversals(ctx.db, [id])).get(id) ?? 0
  if (unassigned > 0 || (await isStillChanging(ctx, id))) return
  for (const line of await listLines(ctx.db, [id])) {
    const amount = refundableAmountOf(line)
    if (line.status !== 'released' || amount === 0) continue
    await requestLineRefund(ctx, transaction, {
      position: line.position,
      amount,
      reason: 'The rest of a course that could not be given',
    })
  }
}

/**
 * Whether lines await fulfillment or refunds are under way: what is left of each line may still
 * change. Free lines do not count.
 */
async function isStillChanging(ctx: Deps, transactionId: string): Promise<boolean> {
  const unsettled = await listUnsettledLines(ctx.db, transactionId)
  if (unsettled.some((line) => refundableAmountOf(line) > 0)) return true
  return (await listRefunds(ctx.db, [transactionId])).some(
    ({ linePosition, status }) =>
      linePosition !== null && (status === 'requested' || status === 'sent'),
  )
}

/** Splits it over the lines; none if there is a choice between several that stay open. */
function partsOf(
  reversal: ReversalRow,
  lines: TransactionLineRow[],
  coversAll: boolean,
): { position: number; amount: number }[] {
  const open = lines.filter((line) => refundableAmountOf(line) > 0)
  if (!coversAll && open.length > 1) return []
  let rest = unassignedAmountOf(reversal)
  const parts = open.map((line) => {
    const amount = Math.min(rest, refundableAmountOf(line))
    rest -= amount
    return { position: line.position, amount }
  })
  return parts.filter(({ amount }) => amount > 0)
}

/** Returns the amount not booked on lines, in the currency of the sale if that is known. */
export function unassignedAmountOf({ amount, saleAmount, assignedAmount }: ReversalRow): number {
  return (saleAmount ?? amount) - assignedAmount
}

function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** Returns the amount of a line that is neither refunded nor about to be. */
export function refundableAmountOf({
  priceAmount,
  discountAmount,
  refundedAmount,
}: TransactionLineRow): number {
  return priceAmount - discountAmount - refundedAmount
}

function reasonOf({ kind, provider, reason }: ReversalRow): string {
  const origin = kind === 'dispute' ? 'dispute' : `refunded at ${provider}`
  return reason === null ? origin : `${origin}: ${reason}`
}

async function unbookReversal(
  ctx: Deps,
  { provider, reference, kind, failure }: ReversalRow,
): Promise<void> {
  for (const refundId of await listBookedRefunds(ctx.db, provider, reference)) {
    await recordRefundStatus(ctx, {
      refundId,
      status: 'failed',
      failure: failure ?? (kind === 'dispute' ? 'dispute_won' : 'failed'),
    })
  }
}
