import { forgetEventsBefore } from '../../../../db/queries/platform/events.ts'
import type { Deps } from '../../../context.ts'

/** Days for which events are kept. */
export const daysKept = 90

const batchesAtOnce = 200

/** Deletes old events from the oldest number on, in batches; the next run takes the rest. */
export async function forgetEvents({ db, now }: Deps): Promise<void> {
  const before = new Date(now().getTime() - daysKept * 24 * 3_600_000)
  for (let batch = 0; batch < batchesAtOnce; batch++)
    if ((await forgetEventsBefore(db, before)) === 0) return
}
