import { hasFreeTexts, takeFreeTextsOut } from '../../../../db/queries/platform/audit.ts'
import type { Deps } from '../../../context.ts'

type TakeDeps = Pick<Deps, 'db' | 'jobs' | 'log'>

const eventsAtOnce = 1_000
const sliceMilliseconds = 20_000

/**
 * Schedules the removal of free text that the release before wrote into the audit trail, once its
 * servers are gone.
 */
export async function planTakingTextsOut({ db, jobs }: TakeDeps): Promise<void> {
  if (await hasFreeTexts(db)) await jobs.enqueueIn(3600)(db, 'take-audit-texts-out', {})
}

/** Removes texts in batches, and in new jobs. Killed at any point, the next takes the rest. */
export async function takeTextsOut({ db, jobs, log }: TakeDeps): Promise<void> {
  const end = performance.now() + sliceMilliseconds
  let events = 0
  for (let last = 1; last > 0 && performance.now() < end; events += last)
    last = await takeFreeTextsOut(db, eventsAtOnce)

  const isDone = !(await hasFreeTexts(db))
  log.info({ events, isDone }, 'texts taken out of the audit trail')
  if (!isDone) await jobs.enqueue(db, 'take-audit-texts-out', {})
}
