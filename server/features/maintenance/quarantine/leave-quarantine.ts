import {
  deleteOpenJobs,
  deleteQuarantine,
  lockQuarantine,
} from '../../../../db/queries/maintenance/quarantine.ts'
import { skipEventNumbers } from '../../../../db/queries/platform/events.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { retryStalledPayments } from '../../shop/payments/retry-stalled-payments.ts'

/** Exceeds what happened since any backup: no event gets a number that a reader has seen. */
const spareEventNumbers = 1_000_000

export interface Release {
  /** Recurring jobs that queued up meanwhile. */
  scheduledKinds: string[]
  /** Why the service is released without reconciling; undefined if it was reconciled. */
  withoutReconciling: string | undefined
}

/**
 * Releases the service, and enqueues again what is paid and not given, or to be refunded. Events
 * get numbers again, above those given since the backup. False if it was not in quarantine.
 *
 * @throws InvalidFields while the data was not reconciled
 */
export async function leaveQuarantine(
  ctx: Deps,
  { scheduledKinds, withoutReconciling }: Release,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const state = await lockQuarantine(ctx.db)
    if (state === undefined) return false
    const isReconciled = state.reconciledAt !== null
    if (!isReconciled && withoutReconciling === undefined)
      throw new AppError('InvalidFields', {
        message:
          'Nothing was reconciled yet: payments made since the backup may be missing, and receipt ' +
          'numbers may be given twice. Run `lyceum reconcile` first.',
      })

    await deleteOpenJobs(ctx.db, scheduledKinds)
    await retryStalledPayments(ctx, 0)
    await skipEventNumbers(ctx.db, spareEventNumbers)
    await deleteQuarantine(ctx.db)
    await recordEvent(ctx, 'quarantine-left', {
      userId: null,
      details: {
        since: state.since.toISOString(),
        reconciled: isReconciled,
      },
      ...(!isReconciled && { reason: withoutReconciling }),
    })
    return true
  })
}
