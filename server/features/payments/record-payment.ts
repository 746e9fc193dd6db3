import { findTransactionOfPayment, insertPaymentEvent } from '../../../db/queries/payments.ts'
import { findTransactionIdOfMoney, lockPayment } from '../../../db/queries/refunds.ts'
import { closePending, markPaid, type TransactionRow } from '../../../db/queries/transactions.ts'
import type { PaymentEvent } from '../../adapters/payments/payments.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { AppError } from '../../errors/errors.ts'
import { isId } from '../../lib/ids.ts'
import type { Money } from '../../lib/schema.ts'
import { giveReceipt } from '../receipts/notify-buyer.ts'
import { applyProviderUpdate, findOwnRefund, recordReversal } from '../refunds/record-reversal.ts'
import { requestSurplusRefunds } from '../refunds/request-refund.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { describeTransaction } from '../transactions/read-transactions.ts'
import type { Transaction } from '../transactions/schema.ts'
import { fulfilPaid } from './fulfil-paid.ts'

type MoneyEvent = Extract<PaymentEvent, { kind: 'paid' }>

/**
 * Takes note of what a provider tells, once: told again, in another order or twice at the same time
 * it changes nothing. What was paid for is given at once where that works, and by a job where it
 * does not.
 */
export async function recordPayment(
  ctx: Deps,
  provider: string,
  event: PaymentEvent,
): Promise<void> {
  const money = moneyIn(event)
  const record = async (ctx: Deps) => {
    if (money !== undefined)
      await lockPayment(ctx.db, { provider, paymentReference: money.paymentReference })
    const own = 'reversal' in event ? await findOwnRefund(ctx, event) : undefined
    const transactionId = own?.transactionId ?? (await findTransactionId(ctx, provider, event))
    // Before the event refers to it: that takes a lock which two events at once could not
    // strengthen later without a deadlock.
    if (transactionId !== undefined) await lockWithOwner(ctx, transactionId)
    if (!(await putInBooks(ctx, provider, event, transactionId))) return undefined

    if (event.kind === 'paid') return takeMoney(ctx, provider, event, transactionId)
    if ('reversal' in event) {
      await (own === undefined
        ? recordReversal(ctx, provider, event, transactionId)
        : applyProviderUpdate(ctx, own, event))
    } else if (transactionId !== undefined && event.kind !== 'other') {
      await closePending(ctx.db, [transactionId], event.kind === 'declined' ? 'failed' : 'expired')
    }
    return undefined
  }
  const paidId = await inTransaction(ctx, record, money?.paymentReference)
  if (paidId !== undefined) await fulfilNow(ctx, paidId)
}

/** Gives what was paid for without waiting for the job that would do it otherwise. */
export async function fulfilNow(ctx: Deps, transactionId: string): Promise<void> {
  await fulfilPaid(ctx, { transactionId }).catch((error: unknown) => {
    ctx.log.warn(
      { transactionId, cause: describeCause(error) },
      'paid, but not given yet: a job tries again',
    )
  })
}

/** What the provider's page shows of a payment. */
export async function findPayment(
  ctx: Deps,
  { provider, reference }: { provider: string; reference: string },
): Promise<Transaction> {
  const transaction = await findTransactionOfPayment(ctx.db, provider, { reference })
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, transaction)
}

/** Undefined for what others sell by the same account at the provider. */
async function findTransactionId(
  ctx: Deps,
  provider: string,
  event: PaymentEvent,
): Promise<string | undefined> {
  if (event.kind === 'other') return undefined
  if ('reversal' in event)
    return findTransactionIdOfMoney(ctx.db, {
      provider,
      paymentReference: event.reversal.paymentReference,
    })
  const { transactionId, reference } = event
  if (transactionId !== undefined && !isId(transactionId)) return undefined
  return (await findTransactionOfPayment(ctx.db, provider, { transactionId, reference }))?.id
}

function moneyIn(event: PaymentEvent): { paymentReference: string; amount: Money } | undefined {
  if (event.kind === 'paid') return event
  return 'reversal' in event ? event.reversal : undefined
}

function putInBooks(
  ctx: Deps,
  provider: string,
  event: PaymentEvent,
  transactionId: string | undefined,
): Promise<boolean> {
  const money = moneyIn(event)
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
async function takeMoney(
  ctx: Deps,
  provider: string,
  event: MoneyEvent,
  id: string | undefined,
): Promise<string | undefined> {
  const transaction = id === undefined ? undefined : await lockWithOwner(ctx, id)
  if (transaction === undefined) {
    ctx.log.error(
      { provider, payment: event.paymentReference },
      'money arrived for nothing that is sold here: look it up at the provider',
    )
    return undefined
  }
  if (!isOwed(transaction, event)) return giveBack(ctx, transaction, 'Not the amount that was owed')

  const { paymentReference } = event
  const paid = await markPaid(ctx.db, transaction.id, {
    provider,
    paymentReference,
    paidAt: ctx.now(),
  })
  if (paid === undefined) return giveBack(ctx, transaction, 'Paid twice')
  await keepAccount(ctx, paid)
  return paid.id
}

/**
 * In the database transaction in which it was paid, and last in it: the promise that what was paid
 * for is given, the receipt, and the mail about it.
 */
export async function keepAccount(ctx: Deps, paid: TransactionRow): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, 'fulfil-transaction', { transactionId: paid.id })
  await giveReceipt(ctx, paid)
}

/** Nothing where it is the payment that is known. */
async function giveBack(
  ctx: Deps,
  transaction: TransactionRow,
  reason: string,
): Promise<undefined> {
  for (const { provider, paymentReference: payment } of await requestSurplusRefunds(
    ctx,
    transaction,
    { reason },
  )) {
    ctx.afterCommit(() => {
      ctx.log.error(
        { transactionId: transaction.id, provider, payment, reason },
        'money arrived that was not owed: it goes back',
      )
    })
  }
}

function isOwed({ totalAmount, currency }: TransactionRow, { amount }: MoneyEvent): boolean {
  return amount.amount === totalAmount && amount.currency === currency
}
