import {
  findRefund,
  type RefundRow,
  sumRefunded,
  transitionRefund,
} from '../../../../db/queries/shop/refunds.ts'
import {
  listLines,
  type TransactionLineRow,
  type TransactionRow,
  transitionLines,
  transitionTransaction,
} from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { notifyRefund } from '../receipts/notify-buyer.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'

export interface RefundUpdate {
  refundId: string
  status: 'sent' | 'succeeded' | 'failed'
  /** The refund's id at the provider, if known. */
  reference?: string | null | undefined
  failure?: string | undefined
  /** Whether no mail is sent: the bank took the money back, or an earlier mail was about it. */
  isKnownToBuyer?: boolean
}

const statusesBefore = {
  sent: ['requested'],
  succeeded: ['requested', 'sent'],
  failed: ['requested', 'sent', 'succeeded'],
} as const satisfies Record<RefundUpdate['status'], RefundRow['status'][]>

/**
 * Records the status of a refund, and its consequences. A repeated status, or one that arrives
 * after a later one, has no effect.
 */
export async function recordRefundStatus(
  ctx: Deps,
  { refundId, status, reference, failure, isKnownToBuyer }: RefundUpdate,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const found = await findRefund(ctx.db, refundId)
    const transaction = found && (await lockWithOwner(ctx, found.transactionId))
    if (transaction === undefined) return

    const refund = await transitionRefund(ctx.db, refundId, [...statusesBefore[status]], {
      status,
      settledAt: status === 'sent' ? null : ctx.now(),
      ...(typeof reference === 'string' && { providerReference: reference }),
      ...(failure !== undefined && { failure }),
    })
    if (refund === undefined || status === 'sent') return

    if (status === 'failed') {
      ctx.log.error(
        { refundId, transactionId: transaction.id, failure },
        'a refund failed: request a new one, or pay the money back in a different way',
      )
    } else {
      if (refund.linePosition !== null)
        await updateRefundedPurchase(ctx, transaction, refund.linePosition)
      if (!isKnownToBuyer) await notifyRefund(ctx, transaction, refund)
    }
    const { amount, currency } = refund
    await recordEvent(ctx, status === 'failed' ? 'refund-failed' : 'refund-made', {
      userId: transaction.userId,
      details: { refundId, transactionId: transaction.id, amount, currency },
    })
  })
}

/** Ends access to a fully refunded course. Free lines are left as they are. */
async function updateRefundedPurchase(
  ctx: Deps,
  { id, userId, status }: TransactionRow,
  position: number,
): Promise<void> {
  const refunded = await sumRefunded(ctx.db, id)
  const lines = (await listLines(ctx.db, [id])).filter(
    (line) => line.priceAmount > line.discountAmount,
  )
  const isFullyRefunded = (line: TransactionLineRow) =>
    refunded.get(line.position) === line.priceAmount - line.discountAmount

  const line = lines.find((line) => line.position === position)
  if (line !== undefined && isFullyRefunded(line) && line.status !== 'refunded') {
    await transitionLines(ctx.db, id, [position], 'refunded')
    if (line.status === 'fulfilled' && userId !== null)
      await ctx.hooks.settleAccess(ctx, { userId, courseId: line.courseId })
  }

  const next = lines.every(isFullyRefunded) ? 'refunded' : 'partially_refunded'
  if (next === status || status === 'refunded') return
  if (status === 'paid' || status === 'fulfilled' || status === 'partially_refunded')
    await transitionTransaction(ctx.db, id, status, { status: next })
}
