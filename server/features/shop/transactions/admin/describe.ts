import { findUser } from '../../../../../db/queries/people/users/users.ts'
import { findCoupon } from '../../../../../db/queries/shop/coupons.ts'
import { listPaymentEvents } from '../../../../../db/queries/shop/payments.ts'
import { findReceipt } from '../../../../../db/queries/shop/receipts/receipts.ts'
import {
  listRefunds,
  listReversals,
  type RefundRow,
  type ReversalRow,
} from '../../../../../db/queries/shop/refunds.ts'
import { findTransaction } from '../../../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../../context.ts'
import { AppError } from '../../../../errors/errors.ts'
import { recordEvent } from '../../../../security/audit.ts'
import { describeTransaction } from '../read-transactions.ts'
import { receiptNumberOf } from '../receipt-number.ts'
import type { GetTransactionInput } from '../schema.ts'
import type { AdminTransaction } from './schema.ts'

/** Returns anybody's purchase, and records that somebody has looked at it. */
export async function viewTransaction(
  ctx: Deps,
  { transactionId: id }: GetTransactionInput,
): Promise<AdminTransaction> {
  const transaction = await describeForAdmin(ctx, id)
  const userId = transaction.buyer?.id ?? null
  await recordEvent(ctx, 'purchase-viewed', { userId, details: { transactionId: id } })
  return transaction
}

/** @throws TransactionNotFound */
export async function describeForAdmin(
  deps: Pick<Deps, 'db' | 'config'>,
  id: string,
): Promise<AdminTransaction> {
  const { db } = deps
  const row = await findTransaction(db, id)
  if (row === undefined) throw new AppError('TransactionNotFound')
  const { userId, couponId, currency, provider, providerReference, paymentReference } = row
  const buyer = userId === null ? undefined : await findUser(db, userId)
  const coupon = couponId === null ? undefined : await findCoupon(db, couponId)
  const receipt = await findReceipt(db, id)
  const reversals = await listReversals(db, id)
  return {
    ...(await describeTransaction(deps, row)),
    buyer: buyer === undefined ? null : { id: buyer.id, email: buyer.email, name: buyer.name },
    isDisputed: reversals.some(
      ({ kind, status, paymentReference: payment }) =>
        kind === 'dispute' && status === 'open' && payment === paymentReference,
    ),
    provider,
    coupon: coupon?.code ?? null,
    receiptNumber: receipt === undefined ? null : receiptNumberOf(receipt),
    payment: { provider, reference: providerReference, payment: paymentReference },
    paymentReports: (await listPaymentEvents(db, id)).map((event) => ({
      id: event.eventId,
      kind: event.kind,
      type: event.type,
      provider: event.provider,
      payment: event.paymentReference,
      amount:
        event.amount === null || event.amount < 0
          ? null
          : { amount: event.amount, currency: event.currency ?? currency },
      receivedAt: event.receivedAt.toISOString(),
    })),
    refunds: (await listRefunds(db, [id])).map(toRefund),
    reversals: reversals.map(toReversal),
  }
}

function toRefund({
  id,
  linePosition,
  amount,
  currency,
  requestedAt,
  ...refund
}: RefundRow): AdminTransaction['refunds'][number] {
  return {
    id,
    line: linePosition === null ? null : linePosition + 1,
    amount: { amount, currency },
    provider: refund.provider,
    status: refund.status,
    reason: refund.reason,
    failure: refund.failure,
    reversal: refund.reversalReference,
    requestedAt: requestedAt.toISOString(),
  }
}

function toReversal({
  kind,
  status,
  reference,
  currency,
  ...reversal
}: ReversalRow): AdminTransaction['reversals'][number] {
  return {
    kind,
    status,
    reference,
    payment: reversal.paymentReference,
    amount: { amount: reversal.amount, currency },
    assigned: { amount: reversal.assignedAmount, currency },
    reason: reversal.reason,
    failure: reversal.failure,
    reportedAt: reversal.reportedAt.toISOString(),
  }
}
