import { listRefunds } from '../../../../db/queries/shop/refunds.ts'
import { findTransaction } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { fulfillPaid } from '../fulfillment/fulfill-paid.ts'
import { type RefundRequest, requestParts } from '../refunds/refund-parts.ts'
import { requestSurplusRefunds } from '../refunds/request-refund.ts'
import { sendRefund } from '../refunds/send-refund.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { describeTransaction } from '../transactions/read-transactions.ts'
import type { Transaction } from '../transactions/schema.ts'
import type { RefundTransactionInput } from './schema.ts'

/**
 * Refunds and returns the transaction. Idempotent under a key, since a retry must not refund a part
 * again.
 */
export function refundByAdministrator(
  ctx: UserContext,
  input: RefundTransactionInput,
): Promise<Transaction> {
  const { transactionId, ...refund } = input
  return performOnce(ctx, {
    input,
    effect: async (ctx) => {
      await requestRefunds(ctx, { id: transactionId, ...refund })
      return describeById(ctx, transactionId)
    },
    completion: {
      isDue: () => true,
      complete: async () => {
        await sendRequested(ctx, transactionId)
        return describeById(ctx, transactionId)
      },
    },
  })
}

async function describeById(ctx: Deps, id: string): Promise<Transaction> {
  const transaction = await findTransaction(ctx.db, id)
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, transaction)
}

/**
 * Refunds one line or all lines, in full or in part. A refund that the provider does not accept now
 * is sent later by a job.
 */
export async function refundTransaction(ctx: Deps, request: RefundRequest): Promise<void> {
  await requestRefunds(ctx, request)
  await sendRequested(ctx, request.id)
}

/** Requests refunds of payments that were not owed and whose earlier refunds failed. */
export async function refundSurplus(ctx: Deps, request: SurplusRequest): Promise<void> {
  await requestSurplus(ctx, request)
  await sendRequested(ctx, request.id)
}

type SurplusRequest = Pick<RefundRequest, 'id' | 'reason' | 'isByHand'>

/** Requests them without sending them. */
export async function requestSurplus(
  ctx: Deps,
  { id, reason, isByHand }: SurplusRequest,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    const requested = await requestSurplusRefunds(ctx, transaction, { reason, isByHand })
    if (requested.length === 0)
      throw new AppError('RefundTooHigh', {
        message: 'All payments were owed, or are already being refunded.',
        facts: { refundable: { amount: 0, currency: transaction.currency } },
      })
    for (const { paymentReference: payment, amount, currency } of requested) {
      const details = { transactionId: id, payment, amount, currency }
      await recordEvent(ctx, 'refund-requested', { userId: transaction.userId, details })
    }
  })
}

/** Requests the refunds without sending them. */
export async function requestRefunds(ctx: Deps, request: RefundRequest): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, request.id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    refuseOwn(ctx, transaction.userId)
    if (transaction.paidAt === null) throw new AppError('TransactionNotPaid')
    // Fulfills first: once a part is refunded, nothing would fulfill it any more.
    if (transaction.status === 'paid') await fulfillPaid(ctx, { transactionId: request.id })
    await requestParts(ctx, transaction, request)
  })
}

async function sendRequested(ctx: Deps, transactionId: string): Promise<void> {
  for (const { id: refundId, status } of await listRefunds(ctx.db, [transactionId])) {
    if (status !== 'requested') continue
    await sendRefund(ctx, { refundId }).catch((error: unknown) => {
      ctx.log.warn(
        { refundId, cause: describeCause(error) },
        'a refund could not be sent: a job retries it',
      )
    })
  }
}
