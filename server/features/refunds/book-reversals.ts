import {
  listBookingsOf,
  listRefunds,
  listReversalsOfPayment,
  type ReversalRow,
  sumUnassigned,
} from '../../../db/queries/refunds.ts'
import {
  listLines,
  listUnsettledLines,
  type TransactionLineRow,
  type TransactionRow,
  transitionTransaction,
} from '../../../db/queries/transactions.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { requestBooking, requestLineRefund } from './request-refund.ts'
import { type RefundOutcome, settleRefund } from './settle-refund.ts'

/**
 * Takes note of how a refund stands that we asked for. What it leaves may make clear where other
 * money belongs that is gone.
 */
export async function settleOwnRefund(
  ctx: Deps,
  { transactionId, ...outcome }: RefundOutcome & { transactionId: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await settleRefund(ctx, outcome)
    if (outcome.status !== 'sent') await bookReversals(ctx, transactionId)
  })
}

/**
 * Books on lines what the provider took back without being asked by us: all that is left of a
 * purchase, at once or in parts, or what can only belong to one line. Where there is a choice it is
 * an administrator's. What came back is taken off the lines again. Done again it changes nothing.
 */
export async function bookReversals(ctx: Deps, transactionId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, transactionId)
    if (transaction === undefined) return
    const { provider, paymentReference, currency } = transaction
    if (provider === null || paymentReference === null) return

    const reversals = await listReversalsOfPayment(ctx.db, { provider, paymentReference })
    for (const reversal of reversals)
      if (reversal.status === 'kept') await takeOffLines(ctx, reversal)
    const unassigned = reversals.filter(
      (one) => one.status === 'gone' && one.currency === currency && restOf(one) > 0,
    )
    if (unassigned.length === 0 || (await isInFlux(ctx, transactionId))) return

    const isAll =
      sumOf(unassigned.map(restOf)) >= sumOf((await listLines(ctx.db, [transactionId])).map(leftOf))
    let isBooked = false
    for (const reversal of unassigned) {
      for (const { position, amount } of partsOf(
        reversal,
        await listLines(ctx.db, [transactionId]),
        isAll,
      )) {
        await bookOnLine(ctx, {
          transaction,
          reversal,
          position,
          amount,
          reason: reasonOf(reversal),
        })
        isBooked = true
      }
    }
    await transitionTransaction(ctx.db, transactionId, 'fulfilled', {
      status: 'partially_refunded',
    })
    if (isBooked) await payBackRest(ctx, transaction)
  })
}

interface Booking {
  transaction: TransactionRow
  reversal: ReversalRow
  position: number
  amount: number
  reason: string
}

/**
 * In the database transaction that is going on: the money is gone already, so the refund has
 * succeeded.
 */
export async function bookOnLine(
  ctx: Deps,
  { transaction, reversal, position, amount, reason }: Booking,
): Promise<void> {
  const refundId = await requestBooking(ctx, transaction, { reversal, position, amount, reason })
  await settleRefund(ctx, { refundId, status: 'succeeded', isDispute: reversal.kind === 'dispute' })
}

/**
 * What could not be given goes back whole, also where a part of it was taken back first: our own
 * refund of all of it has failed then. Only for who has just booked such a part, so that what fails
 * for another reason is not asked for for ever.
 */
export async function payBackRest(ctx: Deps, transaction: TransactionRow): Promise<void> {
  const { id } = transaction
  if (((await sumUnassigned(ctx.db, [id])).get(id) ?? 0) > 0 || (await isInFlux(ctx, id))) return
  for (const line of await listLines(ctx.db, [id])) {
    if (line.status !== 'released' || leftOf(line) === 0) continue
    await requestLineRefund(ctx, transaction, {
      position: line.position,
      amount: leftOf(line),
      reason: 'The rest of what could not be given',
    })
  }
}

/**
 * What has not been given yet, or is about to go back, may still change what is left of each line.
 * What cost nothing changes nothing.
 */
async function isInFlux(ctx: Deps, transactionId: string): Promise<boolean> {
  if ((await listUnsettledLines(ctx.db, transactionId)).some((line) => leftOf(line) > 0))
    return true
  const isUnderWay = ({ status }: { status: string }) => status === 'requested' || status === 'sent'
  return (await listRefunds(ctx.db, [transactionId])).some(
    (refund) => refund.linePosition !== null && isUnderWay(refund),
  )
}

/** Where nothing is left in the end, or only one line, there is no choice. */
function partsOf(
  reversal: ReversalRow,
  lines: TransactionLineRow[],
  isAll: boolean,
): { position: number; amount: number }[] {
  const open = lines.filter((line) => leftOf(line) > 0)
  if (!isAll && open.length > 1) return []
  let rest = restOf(reversal)
  const parts = open.map((line) => {
    const amount = Math.min(rest, leftOf(line))
    rest -= amount
    return { position: line.position, amount }
  })
  return parts.filter(({ amount }) => amount > 0)
}

/** What is not booked on lines. */
export function restOf({ amount, assignedAmount }: ReversalRow): number {
  return amount - assignedAmount
}

function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** What of a line has neither gone back nor is about to. */
export function leftOf({
  priceAmount,
  discountAmount,
  refundedAmount,
}: TransactionLineRow): number {
  return priceAmount - discountAmount - refundedAmount
}

function reasonOf({ kind, provider, reason }: ReversalRow): string {
  const what = kind === 'dispute' ? 'dispute' : `refunded at ${provider}`
  return reason === null ? what : `${what}: ${reason}`
}

async function takeOffLines(
  ctx: Deps,
  { provider, reference, kind, failure }: ReversalRow,
): Promise<void> {
  for (const refundId of await listBookingsOf(ctx.db, provider, reference)) {
    await settleRefund(ctx, {
      refundId,
      status: 'failed',
      failure: failure ?? (kind === 'dispute' ? 'dispute_won' : 'failed'),
    })
  }
}
