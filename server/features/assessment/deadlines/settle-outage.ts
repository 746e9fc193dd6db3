import { giveOutageBack } from '../../../../db/queries/assessment/deadlines/deadlines.ts'
import { beat, noteOutage, wasSilent } from '../../../../db/queries/assessment/deadlines/outages.ts'
import { createPoller, type Poller } from '../../../../lib/poller.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { recordEvent } from '../../../security/audit.ts'
import { inSlices } from './in-slices.ts'

/**
 * Gives back time in which no process answered to what ran then: only answered time counts. Comes
 * before anything ends by its time: whoever notices first gives it to all.
 */
export async function settleOutage(ctx: Deps): Promise<void> {
  const now = ctx.now()
  if (!(await wasSilent(ctx.db, now))) return
  await inTransaction(ctx, async (ctx) => {
    const outage = await noteOutage(ctx.db, now)
    if (outage === undefined) return
    const attempts = await inSlices((slice) => giveOutageBack(ctx.db, outage, slice))
    const [beganAt, endedAt] = [outage.beganAt.toISOString(), outage.endedAt.toISOString()]
    const details = { beganAt, endedAt, attempts: attempts.length }
    if (attempts.length > 0) await recordEvent(ctx, 'outage-ended', { userId: null, details })
    else ctx.log.warn(details, 'no process answered for a while')
  })
}

const beatMilliseconds = 1_500

/** Records that this process answers, as long as the database does. */
export function startHeartbeat(deps: Deps): Poller {
  const { log } = deps
  const poller = createPoller({
    look: async () => {
      // Skips it while the service only reads, and nobody can save.
      if (await beat(deps.db, deps.now())) await settleOutage(deps)
      return false
    },
    rests: { shortest: beatMilliseconds, longest: beatMilliseconds },
    onFailure: (error) =>
      log.warn({ cause: describeCause(error) }, 'it could not be noted that the service answers'),
    onRecovery: () => log.info('it is noted again that the service answers'),
  })
  poller.start()
  return poller
}
