import { listRefunds, sumUnassigned } from '../../../db/queries/refunds.ts'
import {
  findTransaction,
  listLines,
  type TransactionLineRow,
  type TransactionRow,
} from '../../../db/queries/transactions.ts'
import { type Deps, inTransaction, type UserContext } from '../../context.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { AppError } from '../../errors/errors.ts'
import { formatMoney } from '../../lib/money.ts'
import { recordEvent } from '../../security/audit.ts'
import { performOnce } from '../idempotency/perform-once.ts'
import { leftOf } from '../refunds/book-reversals.ts'
import { requestLineRefund, requestSurplusRefunds } from '../refunds/request-refund.ts'
import { sendRefund } from '../refunds/send-refund.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { describeTransaction } from '../transactions/read-transactions.ts'
import type { RefundInput, Transaction } from '../transactions/schema.ts'
import { fulfilPaid } from './fulfil-paid.ts'

/**
 * For the API: answers with the transaction as it is then. A part that is paid back must not be
 * paid back again by a retry: it takes a key.
 */
export function refundByAdministrator(ctx: UserContext, input: RefundInput): Promise<Transaction> {
  return performOnce(ctx, {
    operation: 'transactions.refund',
    input,
    effect: async (ctx) => {
      await requestRefunds(ctx, input)
      return describeById(ctx, input.id)
    },
    completion: {
      isDue: () => true,
      complete: async ({ id }) => {
        await sendRequested(ctx, id)
        return describeById(ctx, id)
      },
    },
  })
}

async function describeById(ctx: Deps, id: string): Promise<Transaction> {
  const transaction = await findTransaction(ctx.db, id)
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, transaction)
}

export interface RefundWish {
  id: string
  /** Counted from 1; without it all lines. */
  line?: number | undefined
  /** In minor units; without it all that is left. */
  amount?: number | undefined
  reason: string
  /** It went back by another way: the books say so, and the provider is not asked. */
  isByHand?: boolean | undefined
}

/**
 * Gives money back, for one line or for all, whole or in part. What the provider does not take now
 * a job sends later.
 */
export async function refundTransaction(ctx: Deps, wish: RefundWish): Promise<void> {
  await requestRefunds(ctx, wish)
  await sendRequested(ctx, wish.id)
}

/** Gives back what arrived without being owed, where that has failed before. */
export async function refundSurplus(
  ctx: Deps,
  { id, reason, isByHand }: Pick<RefundWish, 'id' | 'reason' | 'isByHand'>,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    const requested = await requestSurplusRefunds(ctx, transaction, { reason, isByHand })
    if (requested.length === 0)
      throw new AppError('RefundTooHigh', {
        message: 'All that arrived was owed, or is on its way back.',
      })
    for (const { paymentReference: payment, amount, currency } of requested) {
      const details = { transactionId: id, payment, amount, currency }
      await recordEvent(ctx, 'refund-requested', { userId: transaction.userId, details })
    }
  })
  await sendRequested(ctx, id)
}

async function requestRefunds(ctx: Deps, wish: RefundWish): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, wish.id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    if (transaction.paidAt === null) throw new AppError('TransactionNotPaid')
    // What is paid is given before a part of it goes back: afterwards nobody would give it any
    // more.
    if (transaction.status === 'paid') await fulfilPaid(ctx, { transactionId: wish.id })
    const lines = await listLines(ctx.db, [wish.id])
    const parts = partsOf(wish, lines)
    await refuseWhatIsGone(ctx, transaction, {
      lines,
      wanted: parts.reduce((sum, { amount }) => sum + amount, 0),
    })

    const { reason, isByHand } = wish
    for (const { position, amount } of parts) {
      await requestLineRefund(ctx, transaction, {
        position,
        amount,
        reason,
        isByHand: isByHand === true,
      })
      const details = {
        transactionId: wish.id,
        line: position + 1,
        amount,
        currency: transaction.currency,
      }
      await recordEvent(ctx, 'refund-requested', { userId: transaction.userId, details })
    }
  })
}

async function sendRequested(ctx: Deps, transactionId: string): Promise<void> {
  for (const { id: refundId, status } of await listRefunds(ctx.db, [transactionId])) {
    if (status !== 'requested') continue
    await sendRefund(ctx, { refundId }).catch((error: unknown) => {
      ctx.log.warn(
        { refundId, cause: describeCause(error) },
        'the refund could not be sent: a job tries again',
      )
    })
  }
}

function partsOf(
  { line, amount }: RefundWish,
  lines: TransactionLineRow[],
): { position: number; amount: number }[] {
  const chosen = line === undefined ? lines : lines.filter(({ position }) => position === line - 1)
  if (chosen.length === 0) throw refusal('line', `is none of the ${lines.length} lines`)
  const left = chosen
    .map((line) => ({ position: line.position, amount: leftOf(line) }))
    .filter((part) => part.amount > 0)
  const [first, ...others] = left
  if (first === undefined)
    throw new AppError('RefundTooHigh', { message: 'There is nothing left to be refunded.' })

  if (amount === undefined) return left
  if (others.length > 0)
    throw refusal('line', 'is required with an amount, because there are several lines')
  if (amount > first.amount) {
    const most = formatMoney({ amount: first.amount, currency: lines[0]?.currency ?? '' })
    throw new AppError('RefundTooHigh', {
      issues: [{ path: 'amount', message: `is more than the ${most} that are left` }],
    })
  }
  return [{ position: first.position, amount }]
}

/**
 * What the provider took back is no longer there to be refunded, also while nobody has said for
 * which line it was.
 */
async function refuseWhatIsGone(
  ctx: Deps,
  { id, currency }: TransactionRow,
  { lines, wanted }: { lines: TransactionLineRow[]; wanted: number },
): Promise<void> {
  const gone = (await sumUnassigned(ctx.db, [id])).get(id) ?? 0
  const left = lines.reduce((sum, line) => sum + leftOf(line), 0)
  if (wanted <= left - gone) return
  const amount = formatMoney({ amount: gone, currency })
  throw new AppError('RefundTooHigh', {
    message: `Of this payment ${amount} went back at the provider: say first for which line by \`lyceum transaction assign\`.`,
  })
}

function refusal(path: string, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}
