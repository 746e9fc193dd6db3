import {
  listForeignReversals,
  sumUnassignedReversals,
} from '../../../../db/queries/shop/refunds.ts'
import {
  listLines,
  type TransactionLineRow,
  type TransactionRow,
} from '../../../../db/queries/shop/transactions.ts'
import { formatMoney } from '../../../../lib/money.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { refundableAmountOf } from './book-reversals.ts'
import { requestLineRefund } from './request-refund.ts'

export interface RefundRequest {
  id: string
  /** Number of the line, counted from 1; defaults to all lines. */
  line?: number | undefined
  /** Amount in minor units; defaults to all that is left. */
  amount?: number | undefined
  reason: string
  /** Whether the money was returned outside the provider: only recorded, nothing is sent. */
  isByHand?: boolean | undefined
}

/**
 * Requests what an administrator asks for, line by line, in the caller's transaction, which has
 * locked the purchase.
 *
 * @throws InvalidFields, RefundTooHigh
 */
export async function requestParts(
  ctx: Deps,
  transaction: TransactionRow,
  request: RefundRequest,
): Promise<void> {
  const { id: transactionId, userId, currency } = transaction
  const lines = await listLines(ctx.db, [transactionId])
  const parts = partsOf(request, lines)
  await refuseWhatWasReversed(ctx, transaction, {
    lines,
    wanted: parts.reduce((sum, { amount }) => sum + amount, 0),
  })

  const { reason, isByHand = false } = request
  for (const { position, amount } of parts) {
    await requestLineRefund(ctx, transaction, { position, amount, reason, isByHand })
    const details = { transactionId, line: position + 1, amount, currency }
    await recordEvent(ctx, 'refund-requested', { userId, details })
  }
}

/** Finds the amount to refund for each line. @throws InvalidFields, RefundTooHigh */
function partsOf(
  { line, amount }: RefundRequest,
  lines: TransactionLineRow[],
): { position: number; amount: number }[] {
  const chosen = line === undefined ? lines : lines.filter(({ position }) => position === line - 1)
  if (chosen.length === 0) throw refusal('line', `is not one of the ${lines.length} lines`)
  const left = chosen
    .map((line) => ({ position: line.position, amount: refundableAmountOf(line) }))
    .filter((part) => part.amount > 0)
  const refundable = {
    amount: left.reduce((sum, part) => sum + part.amount, 0),
    currency: lines[0]?.currency ?? '',
  }
  const [first, ...others] = left
  if (first === undefined)
    throw new AppError('RefundTooHigh', {
      message: 'There is nothing left to refund.',
      facts: { refundable },
    })

  if (amount === undefined) return left
  if (others.length > 0)
    throw refusal('line', 'is required with an amount, since there are several lines')
  if (amount > first.amount) {
    const message = `is more than the ${formatMoney(refundable)} that is left`
    throw new AppError('RefundTooHigh', {
      issues: [{ path: 'amount', message }],
      facts: { refundable },
    })
  }
  return [{ position: first.position, amount }]
}

/**
 * Refuses to refund money again that the provider took back, even while it is not assigned to a
 * line.
 */
async function refuseWhatWasReversed(
  ctx: Deps,
  { id, currency }: TransactionRow,
  { lines, wanted }: { lines: TransactionLineRow[]; wanted: number },
): Promise<void> {
  const [foreign] = await listForeignReversals(ctx.db, id)
  if (foreign !== undefined)
    throw new AppError('RefundTooHigh', {
      message:
        `The provider took back ${formatMoney(foreign)} of this payment, in a different ` +
        'currency: first assign it to a line with `lyceum transaction assign`.',
      facts: { refundable: { amount: 0, currency } },
    })
  const gone = (await sumUnassignedReversals(ctx.db, [id])).get(id) ?? 0
  const left = lines.reduce((sum, line) => sum + refundableAmountOf(line), 0)
  if (wanted <= left - gone) return
  const amount = formatMoney({ amount: gone, currency })
  throw new AppError('RefundTooHigh', {
    message:
      `The provider took back ${amount} of this payment: first assign it to a line with ` +
      '`lyceum transaction assign`.',
    facts: { refundable: { amount: Math.max(0, left - gone), currency } },
  })
}

function refusal(path: string, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}
