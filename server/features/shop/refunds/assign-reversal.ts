import {
  listRefunds,
  listRefundsBy,
  lockReversal,
  type ReversalRow,
  setSaleAmount,
} from '../../../../db/queries/shop/refunds.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import {
  listLines,
  type TransactionLineRow,
  type TransactionRow,
} from '../../../../db/queries/shop/transactions.ts'
import { formatMoney } from '../../../../lib/money.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import {
  bookReversalOnLine,
  bookReversals,
  refundableAmountOf,
  requestRemainingRefunds,
  unassignedAmountOf,
} from './book-reversals.ts'
import { byHand } from './request-refund.ts'
import { withdrawNotedRefunds } from './withdraw-noted-refunds.ts'

export interface Assignment {
  /** The transaction's id. */
  id: string
  /** The id of the refund or the dispute at the provider. */
  reversal: string
  /** Number of the line, counted from 1. */
  line: number
  /**
   * Amount in minor units of the transaction's currency; defaults to as much as is unassigned and
   * left of the line. Required for a reversal in a different currency.
   */
  amount?: number | undefined
  reason: string
  /** Whether it is a refund of the line that was recorded by hand, and must count once. */
  isNotedByHand?: boolean | undefined
}

/**
 * Assigns money that the provider took back, without a request of ours, to a line of the purchase.
 * Nothing is sent.
 */
export async function assignReversal(ctx: Deps, assignment: Assignment): Promise<void> {
  const { id, line: number, amount, reason, isNotedByHand = false } = assignment
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    await lockSeats(ctx.db, { courseIds: [], transactionIds: [id] })
    const reversal = await lockReversalOf(ctx, transaction, assignment.reversal)
    const line = await findLine(ctx, id, number)
    const isForeign = reversal.currency !== transaction.currency
    if (isForeign && amount === undefined)
      throw refusal(
        'amount',
        `is required: the provider took back ${formatMoney(reversal)}; say how much of the ` +
          `price in ${transaction.currency} that is, in its smallest unit`,
      )
    if (isForeign) await refuseRepetition(ctx, { transaction, reversal, line })

    const noted = isNotedByHand
      ? await listRefundsBy(ctx.db, byHand, { transactionId: id, position: line.position })
      : []
    if (isNotedByHand && noted.length === 0)
      throw refusal('line', 'has no refund that was recorded by hand')
    const most = isNotedByHand
      ? noted.reduce((sum, refund) => sum + refund.amount, 0)
      : refundableAmountOf(line)
    const part = partOf(reversal, { most, amount, transaction })

    if (isForeign) await valueReversal(ctx, reversal, part)
    await withdrawNotedRefunds(ctx, noted, part)
    await bookReversalOnLine(ctx, {
      transaction,
      reversal,
      position: line.position,
      amount: part,
      reason,
      isKnownToBuyer: isNotedByHand,
    })
    await recordEvent(ctx, 'reversal-assigned', {
      userId: transaction.userId,
      details: {
        transactionId: id,
        line: number,
        amount: part,
        currency: transaction.currency,
        reference: reversal.reference,
        isNotedByHand,
      },
    })
    // Books the rest, which may belong to only one line now.
    if (isNotedByHand) await bookReversals(ctx, id)
    await requestRemainingRefunds(ctx, transaction)
  })
}

async function lockReversalOf(
  ctx: Deps,
  { provider, paymentReference }: TransactionRow,
  reference: string,
): Promise<ReversalRow> {
  const reversal = provider === null ? undefined : await lockReversal(ctx.db, provider, reference)
  const isGoneFromIt = reversal?.status === 'gone' && reversal.paymentReference === paymentReference
  if (isGoneFromIt) return reversal
  throw refusal('reversal', 'is not a refund or dispute that took back money of this transaction')
}

async function findLine(ctx: Deps, id: string, number: number): Promise<TransactionLineRow> {
  const lines = await listLines(ctx.db, [id])
  const line = lines[number - 1]
  if (line === undefined) throw refusal('line', `is not one of the ${lines.length} lines`)
  if (line.status === 'open')
    throw refusal('line', 'is paid and about to be fulfilled: try again in a moment')
  return line
}

/** Refuses a repetition: only the operator's word bounds a reversal in a different currency. */
async function refuseRepetition(
  ctx: Deps,
  {
    transaction: { id, currency },
    reversal,
    line,
  }: { transaction: TransactionRow; reversal: ReversalRow; line: TransactionLineRow },
): Promise<void> {
  const before = (await listRefunds(ctx.db, [id])).find(
    ({ reversalReference, linePosition, status }) =>
      reversalReference === reversal.reference &&
      linePosition === line.position &&
      status !== 'failed',
  )
  if (before === undefined) return
  const assigned = formatMoney({ amount: before.amount, currency })
  throw new AppError('RefundTooHigh', {
    message: `${assigned} of this reversal are already assigned to this line.`,
    facts: { refundable: { amount: 0, currency } },
  })
}

interface WantedPart {
  /** The most that the line takes. */
  most: number
  amount: number | undefined
  transaction: TransactionRow
}

function partOf(
  reversal: ReversalRow,
  { most: ofLine, amount, transaction: { currency } }: WantedPart,
): number {
  // Takes the operator's word for what a reversal in a different currency amounts to.
  const most =
    reversal.currency === currency ? Math.min(unassignedAmountOf(reversal), ofLine) : ofLine
  if (most === 0)
    throw new AppError('RefundTooHigh', {
      message: 'The reversal is already assigned in full, or the line is fully refunded.',
      facts: { refundable: { amount: 0, currency } },
    })
  if (amount !== undefined && amount > most)
    throw refusal(
      'amount',
      `is more than the ${formatMoney({ amount: most, currency })} that is left`,
    )
  return amount ?? most
}

/** Records the value of a reversal in a different currency, as far as it is assigned. */
async function valueReversal(ctx: Deps, reversal: ReversalRow, part: number): Promise<void> {
  const assigned = reversal.assignedAmount + part
  if (assigned > (reversal.saleAmount ?? 0)) await setSaleAmount(ctx.db, reversal, assigned)
}

function refusal(path: string, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}
