import { closePending, markPaid, type TransactionRow } from '../../../db/queries/commerce.ts'
import { findRefund, findTransactionOfPayment, insertPaymentEvent, insertReceipt } from '../../../db/queries/payments.ts'
import type { PaymentEvent } from '../../adapters/payments.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { describeCause } from '../../describe-cause.ts'
import { AppError } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { requestSurplusRefund } from '../refunds/request-refund.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { fulfilPaid } from './fulfil.ts'
import { lockWithOwner } from './lock-with-owner.ts'
import { describeTransaction } from './read-transactions.ts'
import type { Transaction } from './schema.ts'

type MoneyEvent = Extract<PaymentEvent, { kind: 'paid' }>

/**
 * Takes note of what a provider tells, once: told again, in another order or twice at the same time it changes nothing. What was paid for is given at
 * once where that works, and by a job where it does not.
 */
export async function recordPayment(ctx: Deps, provider: string, event: PaymentEvent): Promise<void> {
  const paidId = await inTransaction(ctx, async (ctx) => {
    const transactionId = await findTransactionId(ctx, provider, event)
    // Before the event refers to it: that takes a lock which two events at once could not strengthen later without a deadlock.
    if (transactionId !== undefined) await lockWithOwner(ctx, transactionId)
    if (!(await putInBooks(ctx, provider, event, transactionId))) return undefined

    if (event.kind === 'paid') return takeMoney(ctx, provider, event, transactionId)
    if (transactionId === undefined) return undefined
    if (event.kind === 'declined' || event.kind === 'expired') await giveUp(ctx, transactionId, event.kind)
    if (event.kind === 'refund_succeeded') await settleRefund(ctx, { refundId: event.refundId, status: 'succeeded' })
    if (event.kind === 'refund_failed') await settleRefund(ctx, { refundId: event.refundId, status: 'failed', failure: event.failure })
    return undefined
  })
  if (paidId !== undefined) await fulfilNow(ctx, paidId)
}

/** Gives what was paid for without waiting for the job that would do it otherwise. */
export async function fulfilNow(ctx: Deps, transactionId: string): Promise<void> {
  await fulfilPaid(ctx, { transactionId }).catch((error: unknown) => {
    ctx.log.warn({ transactionId, cause: describeCause(error) }, 'paid, but not given yet: a job tries again')
  })
}

/** What the provider's page shows of a payment. */
export async function findPayment(ctx: Deps, { provider, reference }: { provider: string; reference: string }): Promise<Transaction> {
  const transaction = await findTransactionOfPayment(ctx.db, provider, { reference })
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, transaction)
}

/** Undefined for what others sell by the same account at the provider. */
async function findTransactionId(ctx: Deps, provider: string, event: PaymentEvent): Promise<string | undefined> {
  if (event.kind === 'other') return undefined
  if ('refundId' in event) return isId(event.refundId) ? (await findRefund(ctx.db, event.refundId))?.transactionId : undefined
  const { transactionId, reference } = event
  if (transactionId !== undefined && !isId(transactionId)) return undefined
  return (await findTransactionOfPayment(ctx.db, provider, { transactionId, reference }))?.id
}

function putInBooks(ctx: Deps, provider: string, event: PaymentEvent, transactionId: string | undefined): Promise<boolean> {
  const money = event.kind === 'paid' ? event : undefined
  return insertPaymentEvent(ctx.db, {
    provider,
    eventId: event.id,
    kind: event.kind,
    type: event.type,
    transactionId: transactionId ?? null,
    paymentReference: money?.paymentReference ?? null,
    amount: money?.amount.amount ?? null,
    currency: money?.amount.currency ?? null,
    receivedAt: ctx.now(),
  })
}

/** The id of what is to be given now. */
async function takeMoney(ctx: Deps, provider: string, event: MoneyEvent, id: string | undefined): Promise<string | undefined> {
  const transaction = id === undefined ? undefined : await lockWithOwner(ctx, id)
  if (transaction === undefined) {
    ctx.log.error({ provider, payment: event.paymentReference }, 'money arrived for nothing that is sold here: look it up at the provider')
    return undefined
  }
  if (!isOwed(transaction, event)) {
    await requestSurplusRefund(ctx, transaction, { provider, ...event, reason: 'Not the amount that was owed' })
    return undefined
  }

  const paidAt = ctx.now()
  const paid = await markPaid(ctx.db, transaction.id, { provider, paymentReference: event.paymentReference, paidAt })
  if (paid === undefined) {
    if (!isKnownPayment(transaction, provider, event)) {
      await requestSurplusRefund(ctx, transaction, { provider, ...event, reason: 'Paid twice' })
    }
    return undefined
  }
  await keepAccount(ctx, paid)
  return paid.id
}

/** In the database transaction in which it was paid: its receipt, and the promise that what was paid for is given. */
export async function keepAccount(ctx: Deps, { id, paidAt }: TransactionRow): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, 'fulfil-transaction', { transactionId: id })
  // Last, because all payments wait for the number.
  await insertReceipt(ctx.db, { transactionId: id, issuedAt: paidAt ?? ctx.now() })
}

function isOwed({ totalAmount, currency }: TransactionRow, { amount }: MoneyEvent): boolean {
  return amount.amount === totalAmount && amount.currency === currency
}

function isKnownPayment(transaction: TransactionRow, provider: string, { paymentReference }: MoneyEvent): boolean {
  return transaction.provider === provider && (transaction.paymentReference ?? paymentReference) === paymentReference
}

async function giveUp(ctx: Deps, id: string, kind: 'declined' | 'expired'): Promise<void> {
  await lockWithOwner(ctx, id)
  await closePending(ctx.db, [id], kind === 'declined' ? 'failed' : 'expired')
}
