import { findTransaction, listLines, type TransactionLineRow } from '../../../db/queries/commerce.ts'
import { listRefunds } from '../../../db/queries/payments.ts'
import { type Deps, inTransaction, type UserContext } from '../../context.ts'
import { describeCause } from '../../describe-cause.ts'
import { AppError } from '../../errors.ts'
import { formatMoney } from '../../money-format.ts'
import { recordEvent } from '../../security/audit.ts'
import { performOnce } from '../idempotency/perform-once.ts'
import { fulfilPaid } from '../transactions/fulfil.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { describeTransaction } from '../transactions/read-transactions.ts'
import type { RefundInput, Transaction } from '../transactions/schema.ts'
import { requestLineRefund } from './request-refund.ts'
import { sendRefund } from './send-refund.ts'

/** For the API: answers with the transaction as it is then. A part that is paid back must not be paid back again by a retry: it takes a key. */
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
}

/** Gives money back, for one line or for all, whole or in part. What the provider does not take now a job sends later. */
export async function refundTransaction(ctx: Deps, wish: RefundWish): Promise<void> {
  await requestRefunds(ctx, wish)
  await sendRequested(ctx, wish.id)
}

async function requestRefunds(ctx: Deps, wish: RefundWish): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, wish.id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    if (transaction.paidAt === null) throw new AppError('TransactionNotPaid')
    // What is paid is given before a part of it goes back: afterwards nobody would give it any more.
    if (transaction.status === 'paid') await fulfilPaid(ctx, { transactionId: wish.id })
    const parts = partsOf(wish, await listLines(ctx.db, [wish.id]))

    for (const { position, amount } of parts) {
      await requestLineRefund(ctx, transaction, { position, amount, reason: wish.reason })
      const details = { transactionId: wish.id, line: position + 1, amount, currency: transaction.currency }
      await recordEvent(ctx, 'refund-requested', { userId: transaction.userId, details })
    }
  })
}

async function sendRequested(ctx: Deps, transactionId: string): Promise<void> {
  for (const { id: refundId, status } of await listRefunds(ctx.db, [transactionId])) {
    if (status !== 'requested') continue
    await sendRefund(ctx, { refundId }).catch((error: unknown) => {
      ctx.log.warn({ refundId, cause: describeCause(error) }, 'the refund could not be sent: a job tries again')
    })
  }
}

function partsOf({ line, amount }: RefundWish, lines: TransactionLineRow[]): { position: number; amount: number }[] {
  const chosen = line === undefined ? lines : lines.filter(({ position }) => position === line - 1)
  if (chosen.length === 0) throw refusal('line', `is none of the ${lines.length} lines`)
  const left = chosen.map((line) => ({ position: line.position, amount: leftOf(line) })).filter((part) => part.amount > 0)
  const [first, ...others] = left
  if (first === undefined) throw new AppError('RefundTooHigh', { message: 'There is nothing left to be refunded.' })

  if (amount === undefined) return left
  if (others.length > 0) throw refusal('line', 'is required with an amount, because there are several lines')
  if (amount > first.amount) {
    const most = formatMoney({ amount: first.amount, currency: lines[0]?.currency ?? '' })
    throw new AppError('RefundTooHigh', { issues: [{ path: 'amount', message: `is more than the ${most} that are left` }] })
  }
  return [{ position: first.position, amount }]
}

function leftOf({ priceAmount, discountAmount, refundedAmount }: TransactionLineRow): number {
  return priceAmount - discountAmount - refundedAmount
}

function refusal(path: string, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path, message }] })
}
