import {
  findRefund,
  insertReversal,
  lockReversal,
  type RefundRow,
  type ReversalRow,
  setReversalStatus,
} from '../../../db/queries/refunds.ts'
import { findTransaction } from '../../../db/queries/transactions.ts'
import type { PaymentEvent } from '../../adapters/payments/payments.ts'
import type { Deps } from '../../context.ts'
import { isId } from '../../lib/ids.ts'
import { type AuditEvent, recordEvent } from '../../security/audit.ts'
import { bookReversals, restOf, settleOwnRefund } from './book-reversals.ts'

export type ReversalEvent = Extract<PaymentEvent, { reversal: object }>

interface Meaning {
  kind: ReversalRow['kind']
  status: ReversalRow['status']
  audit?: AuditEvent
  /** For those who watch the log, where they have to do something. */
  alarm?: string
}

const meanings: Record<ReversalEvent['kind'], Meaning> = {
  refund_pending: { kind: 'refund', status: 'open' },
  refund_succeeded: { kind: 'refund', status: 'gone', audit: 'refunded-elsewhere' },
  refund_failed: { kind: 'refund', status: 'kept' },
  dispute_opened: {
    kind: 'dispute',
    status: 'open',
    audit: 'payment-disputed',
    alarm: 'a payment is disputed: answer at the provider before its deadline',
  },
  dispute_won: { kind: 'dispute', status: 'kept', audit: 'dispute-won' },
  dispute_lost: {
    kind: 'dispute',
    status: 'gone',
    audit: 'dispute-lost',
    alarm: 'a dispute is lost: the money is gone',
  },
}

/**
 * The refund that we asked for, where it is one. A refund of another payment only bears its name.
 */
export async function findOwnRefund(
  ctx: Deps,
  event: ReversalEvent,
): Promise<RefundRow | undefined> {
  if (!('refundId' in event) || event.refundId === undefined || !isId(event.refundId))
    return undefined
  const refund = await findRefund(ctx.db, event.refundId)
  return refund?.paymentReference === event.reversal.paymentReference ? refund : undefined
}

/** Takes note of how a refund stands that we asked for. That it is under way was known. */
export async function applyProviderUpdate(
  ctx: Deps,
  { id: refundId, transactionId }: RefundRow,
  { kind, reversal }: ReversalEvent,
): Promise<void> {
  const { reference, failure } = reversal
  if (kind === 'refund_succeeded')
    await settleOwnRefund(ctx, { transactionId, refundId, status: 'succeeded', reference })
  if (kind === 'refund_failed')
    await settleOwnRefund(ctx, { transactionId, refundId, status: 'failed', reference, failure })
}

/**
 * Takes note, in the database transaction that is going on, of money that a provider takes back or
 * may. For who has locked the payment. It may be told of before the payment is: then it is booked
 * when that arrives.
 */
export async function recordReversal(
  ctx: Deps,
  provider: string,
  event: ReversalEvent,
  transactionId: string | undefined,
): Promise<void> {
  const { audit, alarm } = meanings[event.kind]
  if (!(await takeNote(ctx, provider, event)) || transactionId === undefined) return

  const { reference, amount, paymentReference } = event.reversal
  const about = { transactionId, provider, reference, payment: paymentReference }
  if (audit !== undefined)
    await recordEvent(ctx, audit, { userId: null, details: { ...about, ...amount } })
  if (alarm !== undefined) ctx.afterCommit(() => ctx.log.error({ ...about, ...amount }, alarm))

  await bookReversals(ctx, transactionId)
  const booked = await lockReversal(ctx.db, provider, reference)
  const isOfSale =
    (await findTransaction(ctx.db, transactionId))?.paymentReference === paymentReference
  if (isOfSale && booked?.status === 'gone' && restOf(booked) > 0) {
    ctx.afterCommit(() =>
      ctx.log.error(
        { ...about, ...amount },
        'money is gone and not booked on lines: say for which by `lyceum transaction assign`',
      ),
    )
  }
}

/** True when it is news. */
async function takeNote(
  ctx: Deps,
  provider: string,
  { kind, reversal }: ReversalEvent,
): Promise<boolean> {
  const { reference, paymentReference, amount, at, reason, failure } = reversal
  const to = {
    status: meanings[kind].status,
    statusAt: at,
    settledAt: meanings[kind].status === 'open' ? null : ctx.now(),
    failure: failure ?? null,
  }
  const isNew = await insertReversal(ctx.db, {
    provider,
    reference,
    kind: meanings[kind].kind,
    paymentReference,
    ...amount,
    reason: reason ?? null,
    reportedAt: ctx.now(),
    ...to,
  })
  if (isNew) return true

  const known = await lockReversal(ctx.db, provider, reference)
  if (known === undefined || !isLater(known, to)) return false
  await setReversalStatus(
    ctx.db,
    known,
    known.status === to.status ? { ...known, statusAt: at } : to,
  )
  return known.status !== to.status
}

const stages = { open: 0, gone: 1, kept: 2 } as const satisfies Record<
  ReversalRow['status'],
  number
>

/**
 * Events come in any order. What is settled is never open again; of two within one second the later
 * stage counts.
 */
function isLater(
  known: ReversalRow,
  { status, statusAt }: Pick<ReversalRow, 'status' | 'statusAt'>,
): boolean {
  if (status === 'open') return false
  if (known.status === 'open') return true
  const later = statusAt.getTime() - known.statusAt.getTime()
  return later > 0 || (later === 0 && stages[status] > stages[known.status])
}
