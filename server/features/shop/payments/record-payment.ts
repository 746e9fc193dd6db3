import {
  findTransactionByReference,
  foundByAsking,
  hasPaidEvent,
  insertPaymentEvent,
} from '../../../../db/queries/shop/payments.ts'
import { findTransactionIdByPayment, lockPayment } from '../../../../db/queries/shop/refunds.ts'
import { closePendingTransactions } from '../../../../db/queries/shop/transactions.ts'
import { isId } from '../../../../lib/ids.ts'
import type { Money } from '../../../../lib/schema.ts'
import { foundWhenReconciling, type PaymentEvent } from '../../../adapters/payments/types.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { fulfillNow } from '../fulfillment/fulfill-paid.ts'
import { applyProviderUpdate, findOwnRefund, recordReversal } from '../refunds/record-reversal.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { acceptPayment } from './accept-payment.ts'

/**
 * Records an event of a payment provider exactly once: repeated, reordered or concurrent deliveries
 * have no further effect. A paid transaction is fulfilled at once if possible, otherwise by a job.
 */
export async function recordPayment(
  ctx: Deps,
  provider: string,
  event: PaymentEvent,
): Promise<void> {
  const queue = paymentIn(event)?.paymentReference
  const paidId = await inTransaction(ctx, (ctx) => recordOnce(ctx, provider, event), queue)
  if (paidId !== undefined) await fulfillNow(ctx, paidId)
}

/** Returns the id of the transaction that this event has paid, if any. */
async function recordOnce(
  ctx: Deps,
  provider: string,
  event: PaymentEvent,
): Promise<string | undefined> {
  const payment = paymentIn(event)
  if (payment !== undefined)
    await lockPayment(ctx.db, { provider, paymentReference: payment.paymentReference })
  const ownRefund = 'reversal' in event ? await findOwnRefund(ctx, event) : undefined
  const transactionId = ownRefund?.transactionId ?? (await findTransactionId(ctx, provider, event))

  // Locks before the event refers to it: the foreign key takes a weaker lock, and two events at
  // once could not strengthen theirs later without a deadlock.
  const transaction =
    transactionId === undefined ? undefined : await lockWithOwner(ctx, transactionId)
  // Trusts an event about the payment, which was acted upon, over what the provider lists.
  if (transactionId !== undefined && isFound(event)) {
    const { paymentReference } = event
    if (await hasPaidEvent(ctx.db, { provider, paymentReference, transactionId })) return undefined
  }
  const isNew = await recordPaymentEvent(ctx, { provider, event, transactionId })
  if (!isNew) return undefined

  if (event.kind === 'paid') return acceptPayment(ctx, { provider, event, transaction })
  if ('reversal' in event) {
    if (ownRefund === undefined) await recordReversal(ctx, { provider, event, transactionId })
    else await applyProviderUpdate(ctx, ownRefund, event)
    return undefined
  }
  if (event.kind !== 'other' && transactionId !== undefined) {
    const status = event.kind === 'declined' ? 'failed' : 'expired'
    await closePendingTransactions(ctx.db, [transactionId], status)
  }
  return undefined
}

/** Whether the payment was found in the provider's list, not reported. */
function isFound(event: PaymentEvent): event is Extract<PaymentEvent, { kind: 'paid' }> {
  return event.kind === 'paid' && [foundByAsking, foundWhenReconciling].includes(event.type)
}

/** Returns the payment that the event is about, if money moves. */
function paymentIn(event: PaymentEvent): { paymentReference: string; amount: Money } | undefined {
  if (event.kind === 'paid') return event
  return 'reversal' in event ? event.reversal : undefined
}

/** Finds it; undefined for sales of other systems that share the account at the provider. */
async function findTransactionId(
  ctx: Deps,
  provider: string,
  event: PaymentEvent,
): Promise<string | undefined> {
  if (event.kind === 'other') return undefined
  if ('reversal' in event) {
    const { paymentReference } = event.reversal
    return findTransactionIdByPayment(ctx.db, { provider, paymentReference })
  }
  const { transactionId, reference } = event
  if (transactionId !== undefined && !isId(transactionId)) return undefined
  return (await findTransactionByReference(ctx.db, provider, { transactionId, reference }))?.id
}

interface RecordedEvent {
  provider: string
  event: PaymentEvent
  transactionId: string | undefined
}

/** Records the event; false if it was recorded before. */
function recordPaymentEvent(
  ctx: Deps,
  { provider, event, transactionId }: RecordedEvent,
): Promise<boolean> {
  const payment = paymentIn(event)
  return insertPaymentEvent(ctx.db, {
    provider,
    eventId: event.id,
    kind: event.kind,
    type: event.type,
    transactionId: transactionId ?? null,
    paymentReference: payment?.paymentReference ?? null,
    amount: payment?.amount.amount ?? null,
    currency: payment?.amount.currency ?? null,
    receivedAt: ctx.now(),
  })
}
