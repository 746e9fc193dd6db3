import { endBoughtEnrollment } from '../../../db/queries/enrollments.ts'
import {
  findRefund,
  type RefundRow,
  sumRefunded,
  transitionRefund,
} from '../../../db/queries/refunds.ts'
import {
  listLines,
  type TransactionRow,
  transitionLines,
  transitionTransaction,
} from '../../../db/queries/transactions.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { recordEvent } from '../../security/audit.ts'
import { notifyRefund } from '../receipts/notify-buyer.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'

export interface RefundOutcome {
  refundId: string
  status: 'sent' | 'succeeded' | 'failed'
  /** The refund's id at the provider, where it is told. */
  reference?: string | null | undefined
  failure?: string | undefined
  /** The bank took it back for whoever paid, who knows about it then. */
  isDispute?: boolean
}

const before = {
  sent: ['requested'],
  succeeded: ['requested', 'sent'],
  failed: ['requested', 'sent', 'succeeded'],
} as const satisfies Record<RefundOutcome['status'], RefundRow['status'][]>

/** Takes note of how a refund stands. Said again, or after something later, it changes nothing. */
export async function settleRefund(
  ctx: Deps,
  { refundId, status, reference, failure, isDispute }: RefundOutcome,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const found = await findRefund(ctx.db, refundId)
    const transaction = found && (await lockWithOwner(ctx, found.transactionId))
    if (transaction === undefined) return

    const moved = await transitionRefund(ctx.db, refundId, [...before[status]], {
      status,
      settledAt: status === 'sent' ? null : ctx.now(),
      ...(typeof reference === 'string' && { providerReference: reference }),
      ...(failure !== undefined && { failure }),
    })
    if (moved === undefined) return
    if (status === 'failed') {
      ctx.log.error(
        { refundId, transactionId: transaction.id, failure },
        'a refund failed: request another one, or pay it back in another way',
      )
    }
    if (status === 'succeeded' && moved.linePosition !== null)
      await takeBack(ctx, transaction, moved.linePosition)
    if (status === 'succeeded' && !isDispute) await notifyRefund(ctx, transaction, moved)
    if (status !== 'sent') {
      const details = {
        refundId,
        transactionId: transaction.id,
        amount: moved.amount,
        currency: moved.currency,
      }
      await recordEvent(ctx, status === 'failed' ? 'refund-failed' : 'refund-made', {
        userId: transaction.userId,
        details,
      })
    }
  })
}

/** Ends the access to what was wholly paid back. What cost nothing stays. */
async function takeBack(
  ctx: Deps,
  { id, userId, status }: TransactionRow,
  position: number,
): Promise<void> {
  const refunded = await sumRefunded(ctx.db, id)
  const lines = (await listLines(ctx.db, [id])).filter(
    (line) => line.priceAmount > line.discountAmount,
  )
  const isWhole = (line: (typeof lines)[number]) =>
    refunded.get(line.position) === line.priceAmount - line.discountAmount

  const line = lines.find((line) => line.position === position)
  if (line !== undefined && isWhole(line) && line.status !== 'refunded') {
    await transitionLines(ctx.db, id, [position], 'refunded')
    if (line.status === 'fulfilled' && userId !== null)
      await endBoughtEnrollment(ctx.db, { userId, courseId: line.courseId })
  }

  const next = lines.every(isWhole) ? 'refunded' : 'partially_refunded'
  if (next === status || status === 'refunded') return
  if (status === 'paid' || status === 'fulfilled' || status === 'partially_refunded')
    await transitionTransaction(ctx.db, id, status, { status: next })
}
