import { lockReversal, type ReversalRow } from '../../../db/queries/refunds.ts'
import { listLines, type TransactionLineRow } from '../../../db/queries/transactions.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { formatMoney } from '../../lib/money.ts'
import { recordEvent } from '../../security/audit.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { bookOnLine, leftOf, payBackRest, restOf } from './book-reversals.ts'

export interface Assignment {
  /** The transaction. */
  id: string
  /** The id of the refund or the dispute at the provider. */
  reversal: string
  /** Counted from 1. */
  line: number
  /** In minor units; without it as much as there is and the line takes. */
  amount?: number | undefined
  reason: string
}

/**
 * Says for which line money was that the provider took back without being asked by us. Nothing is
 * sent.
 */
export async function assignReversal(
  ctx: Deps,
  { id, reversal: reference, line: number, amount, reason }: Assignment,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    const reversal =
      transaction.provider === null
        ? undefined
        : await lockReversal(ctx.db, transaction.provider, reference)
    if (
      reversal?.status !== 'gone' ||
      reversal.paymentReference !== transaction.paymentReference ||
      reversal.currency !== transaction.currency
    ) {
      throw refusal('reversal', 'is no refund or dispute that took money of this transaction back')
    }
    const lines = await listLines(ctx.db, [id])
    const line = lines[number - 1]
    if (line === undefined) throw refusal('line', `is none of the ${lines.length} lines`)
    if (line.status === 'open')
      throw refusal('line', 'is paid and about to be given: try again in a moment')

    const part = partOf(reversal, line, amount)
    await bookOnLine(ctx, { transaction, reversal, position: line.position, amount: part, reason })
    await payBackRest(ctx, transaction)
    const details = {
      transactionId: id,
      line: number,
      amount: part,
      currency: reversal.currency,
      reference,
    }
    await recordEvent(ctx, 'reversal-assigned', { userId: transaction.userId, details })
  })
}

function partOf(
  reversal: ReversalRow,
  line: TransactionLineRow,
  amount: number | undefined,
): number {
  const most = Math.min(restOf(reversal), leftOf(line))
  if (most === 0)
    throw new AppError('RefundTooHigh', {
      message: 'All of it is booked already, or all of the line has gone back.',
    })
  if (amount !== undefined && amount > most)
    throw refusal(
      'amount',
      `is more than the ${formatMoney({ amount: most, currency: line.currency })} that are left`,
    )
  return amount ?? most
}

function refusal(path: string, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}
