import {
  findRefund,
  insertReversal,
  lockReversal,
  type RefundRow,
  type ReversalRow,
  setReversalStatus,
} from '../../../../db/queries/shop/refunds.ts'
import { findTransaction } from '../../../../db/queries/shop/transactions.ts'
import { isId } from '../../../../lib/ids.ts'
import type { PaymentEvent } from '../../../adapters/payments/types.ts'
import type { Deps } from '../../../context.ts'
import { type AuditEvent, recordEvent } from '../../../security/audit.ts'
import { bookReversals, unassignedAmountOf } from './book-reversals.ts'
import { settleRefund } from './settle-refund.ts'

export type ReversalEvent = Extract<PaymentEvent, { reversal: object }>

interface ReversalUpdate {
  kind: ReversalRow['kind']
  status: ReversalRow['status']
  audit?: AuditEvent
  /** Alarm, logged at level error if an operator has to act. */
  alarm?: string
}

const updates: Record<ReversalEvent['kind'], ReversalUpdate> = {
  refund_pending: { kind: 'refund', status: 'open' },
  refund_succeeded: { kind: 'refund', status: 'gone', audit: 'refunded-elsewhere' },
  refund_failed: { kind: 'refund', status: 'kept' },
  dispute_opened: {
    kind: 'dispute',
    status: 'open',
    audit: 'payment-disputed',
    alarm: 'a payment is disputed: respond at the provider before its deadline',
  },
  dispute_won: { kind: 'dispute', status: 'kept', audit: 'dispute-won' },
  dispute_lost: {
    kind: 'dispute',
    status: 'gone',
    audit: 'dispute-lost',
    alarm: 'a dispute is lost: the money is gone',
  },
}

/** Finds the refund that we requested, if the event is about one and the same payment. */
export async function findOwnRefund(
  ctx: Deps,
  event: ReversalEvent,
): Promise<RefundRow | undefined> {
  if (!('refundId' in event) || event.refundId === undefined || !isId(event.refundId))
    return undefined
  const refund = await findRefund(ctx.db, event.refundId)
  return refund?.paymentReference === event.reversal.paymentReference ? refund : undefined
}

/** Applies an event about a refund that we requested. A pending refund is no news. */
export async function applyProviderUpdate(
  ctx: Deps,
  { id: refundId, transactionId }: RefundRow,
  { kind, reversal }: ReversalEvent,
): Promise<void> {
  const { reference, failure } = reversal
  if (kind === 'refund_succeeded')
    await settleRefund(ctx, { transactionId, refundId, status: 'succeeded', reference })
  if (kind === 'refund_failed')
    await settleRefund(ctx, { transactionId, refundId, status: 'failed', reference, failure })
}

interface RecordedReversal {
  provider: string
  event: ReversalEvent
  transactionId: string | undefined
}

/**
 * Records money that a provider takes back, or may take back, within the current database
 * transaction, which has locked the payment. If reported before the payment, it is booked when that
 * arrives.
 */
export async function recordReversal(
  ctx: Deps,
  { provider, event, transactionId }: RecordedReversal,
): Promise<void> {
  const { audit, alarm } = updates[event.kind]
  if (!(await saveReversal(ctx, provider, event)) || transactionId === undefined) return

  const { reference, amount, paymentReference } = event.reversal
  const details = { transactionId, provider, reference, payment: paymentReference, ...amount }
  if (audit !== undefined) await recordEvent(ctx, audit, { userId: null, details })
  if (alarm !== undefined) ctx.afterCommit(() => ctx.log.error(details, alarm))

  await bookReversals(ctx, transactionId)
  const booked = await lockReversal(ctx.db, provider, reference)
  const isOfSale =
    (await findTransaction(ctx.db, transactionId))?.paymentReference === paymentReference
  if (isOfSale && booked?.status === 'gone' && unassignedAmountOf(booked) > 0) {
    ctx.afterCommit(() =>
      ctx.log.error(
        details,
        'money is gone and not booked on lines: assign it with `lyceum transaction assign`',
      ),
    )
  }
}

/** Saves the reversal; true if it is new or its status changed. */
async function saveReversal(
  ctx: Deps,
  provider: string,
  { kind, reversal }: ReversalEvent,
): Promise<boolean> {
  const { reference, paymentReference, amount, statusAt, reason, failure } = reversal
  const { status } = updates[kind]
  const to = {
    status,
    statusAt,
    settledAt: status === 'open' ? null : ctx.now(),
    failure: failure ?? null,
  }
  const isNew = await insertReversal(ctx.db, {
    provider,
    reference,
    kind: updates[kind].kind,
    paymentReference,
    ...amount,
    reason: reason ?? null,
    reportedAt: ctx.now(),
    ...to,
  })
  if (isNew) return true

  const known = await lockReversal(ctx.db, provider, reference)
  if (known === undefined || !isNewer(known, to)) return false
  const isChanged = known.status !== status
  await setReversalStatus(ctx.db, known, isChanged ? to : { ...known, statusAt })
  return isChanged
}

const stages = { open: 0, gone: 1, kept: 2 } as const satisfies Record<
  ReversalRow['status'],
  number
>

/**
 * Whether an event is newer. They arrive in any order. A settled reversal never becomes open again;
 * of two events within one second the later stage counts.
 */
function isNewer(
  known: ReversalRow,
  { status, statusAt }: Pick<ReversalRow, 'status' | 'statusAt'>,
): boolean {
  if (status === 'open') return false
  if (known.status === 'open') return true
  const later = statusAt.getTime() - known.statusAt.getTime()
  return later > 0 || (later === 0 && stages[status] > stages[known.status])
}
