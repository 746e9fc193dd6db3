import { lockReversal, type ReversalRow } from '../../../db/queries/refunds.ts'
import {
  listLines,
  type TransactionLineRow,
  type TransactionRow,
} from '../../../db/queries/transactions.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { formatMoney } from '../../lib/money.ts'
import { recordEvent } from '../../security/audit.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import {
  bookReversalOnLine,
  refundableAmountOf,
  requestRemainingRefunds,
  unassignedAmountOf,
} from './book-reversals.ts'

export interface Assignment {
  /** The transaction. */
  id: string
  /** The id of the refund or the dispute at the provider. */
  reversal: string
  /** Counted from 1. */
  line: number
  /** In minor units; defaults to as much as is unassigned and left of the line. */
  amount?: number | undefined
  reason: string
}

/**
 * Assigns money that the provider took back, without a request of ours, to a line of the purchase.
 * Nothing is sent.
 */
export async function assignReversal(
  ctx: Deps,
  { id, reversal: reference, line: number, amount, reason }: Assignment,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    const reversal = await lockReversalOf(ctx, transaction, reference)
    const lines = await listLines(ctx.db, [id])
    const line = lines[number - 1]
    if (line === undefined) throw refusal('line', `is not one of the ${lines.length} lines`)
    if (line.status === 'open')
      throw refusal('line', 'is paid and about to be fulfilled: try again in a moment')

    const part = partOf(reversal, line, amount)
    await bookReversalOnLine(ctx, {
      transaction,
      reversal,
      position: line.position,
      amount: part,
      reason,
    })
    await requestRemainingRefunds(ctx, transaction)
    await recordEvent(ctx, 'reversal-assigned', {
      userId: transaction.userId,
      details: {
        transactionId: id,
        line: number,
        amount: part,
        currency: reversal.currency,
        reference,
      },
    })
  })
}

async function lockReversalOf(
  ctx: Deps,
  { provider, paymentReference, currency }: TransactionRow,
  reference: string,
): Promise<ReversalRow> {
  const reversal = provider === null ? undefined : await lockReversal(ctx.db, provider, reference)
  const isGoneFromIt =
    reversal?.status === 'gone' &&
    reversal.paymentReference === paymentReference &&
    reversal.currency === currency
  if (isGoneFromIt) return reversal
  throw refusal('reversal', 'is not a refund or dispute that took back money of this transaction')
}

function partOf(
  reversal: ReversalRow,
  line: TransactionLineRow,
  amount: number | undefined,
): number {
  const most = Math.min(unassignedAmountOf(reversal), refundableAmountOf(line))
  if (most === 0)
    throw new AppError('RefundTooHigh', {
      message: 'The reversal is already assigned in full, or the line is fully refunded.',
    })
  if (amount !== undefined && amount > most)
    throw refusal(
      'amount',
      `is more than the ${formatMoney({ amount: most, currency: line.currency })} that is left`,
    )
  return amount ?? most
}

function refusal(path: string, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}
