import {
  listLines,
  listUnsettledLines,
  moveTransaction,
  type TransactionLineRow,
  type TransactionRow,
} from '../../../db/queries/commerce.ts'
import { listRefunds } from '../../../db/queries/payments.ts'
import { listBookingsOf, listReversalsOfPayment, type ReversalRow } from '../../../db/queries/reversals.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { requestBooking } from './request-refund.ts'
import { type RefundOutcome, settleRefund } from './settle-refund.ts'

/** Takes note of how a refund stands that we asked for. What it leaves may make clear where other money belongs that is gone. */
export async function settleOwnRefund(ctx: Deps, { transactionId, ...outcome }: RefundOutcome & { transactionId: string }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await settleRefund(ctx, outcome)
    if (outcome.status !== 'sent') await bookReversals(ctx, transactionId)
  })
}

/**
 * Books on lines what the provider took back without being asked by us: all that is left of a purchase, or what can only belong to one line. Where there
 * is a choice it is an administrator's. What came back is taken off the lines again. Done again it changes nothing.
 */
export async function bookReversals(ctx: Deps, transactionId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, transactionId)
    if (transaction === undefined) return
    const { provider, paymentReference, currency } = transaction
    if (provider === null || paymentReference === null) return

    const reversals = await listReversalsOfPayment(ctx.db, { provider, paymentReference })
    for (const reversal of reversals) if (reversal.status === 'kept') await takeOffLines(ctx, reversal)
    const unassigned = reversals.filter((one) => one.status === 'gone' && one.currency === currency && one.assignedAmount < one.amount)
    if (unassigned.length === 0 || (await isInFlux(ctx, transactionId))) return

    for (const reversal of unassigned) {
      for (const { position, amount } of partsOf(reversal, await listLines(ctx.db, [transactionId]))) {
        await bookOnLine(ctx, { transaction, reversal, position, amount, reason: reasonOf(reversal) })
      }
    }
    await moveTransaction(ctx.db, transactionId, 'fulfilled', { status: 'partially_refunded' })
  })
}

interface Booking {
  transaction: TransactionRow
  reversal: ReversalRow
  position: number
  amount: number
  reason: string
}

/** In the database transaction that is going on: the money is gone already, so the refund has succeeded. */
export async function bookOnLine(ctx: Deps, { transaction, reversal, position, amount, reason }: Booking): Promise<void> {
  const refundId = await requestBooking(ctx, transaction, { reversal, position, amount, reason })
  await settleRefund(ctx, { refundId, status: 'succeeded', isDispute: reversal.kind === 'dispute' })
}

/** What has not been given yet, or is about to go back, may still change what is left of each line. */
async function isInFlux(ctx: Deps, transactionId: string): Promise<boolean> {
  if ((await listUnsettledLines(ctx.db, transactionId)).length > 0) return true
  const isUnderWay = ({ status }: { status: string }) => status === 'requested' || status === 'sent'
  return (await listRefunds(ctx.db, [transactionId])).some((refund) => refund.linePosition !== null && isUnderWay(refund))
}

function partsOf({ amount, assignedAmount }: ReversalRow, lines: TransactionLineRow[]): { position: number; amount: number }[] {
  const rest = amount - assignedAmount
  const left = lines.map((line) => ({ position: line.position, amount: leftOf(line) })).filter((part) => part.amount > 0)
  const [first, ...others] = left
  if (first === undefined || rest >= left.reduce((sum, part) => sum + part.amount, 0)) return left
  return others.length === 0 ? [{ ...first, amount: rest }] : []
}

/** What of a line has neither gone back nor is about to. */
export function leftOf({ priceAmount, discountAmount, refundedAmount }: TransactionLineRow): number {
  return priceAmount - discountAmount - refundedAmount
}

function reasonOf({ kind, provider, reason }: ReversalRow): string {
  const what = kind === 'dispute' ? 'dispute' : `refunded at ${provider}`
  return reason === null ? what : `${what}: ${reason}`
}

async function takeOffLines(ctx: Deps, { provider, reference, kind, failure }: ReversalRow): Promise<void> {
  for (const refundId of await listBookingsOf(ctx.db, provider, reference)) {
    await settleRefund(ctx, { refundId, status: 'failed', failure: failure ?? (kind === 'dispute' ? 'dispute_won' : 'failed') })
  }
}
