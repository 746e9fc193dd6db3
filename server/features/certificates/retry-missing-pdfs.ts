import { listUnprintedBefore } from '../../../db/queries/certificates.ts'
import type { Deps } from '../../context.ts'

/** Longer than a job goes on trying, so that a certificate hardly ever has two. */
const patienceMilliseconds = 3_600_000
const atMost = 1_000

/**
 * Begins anew with certificates whose job has given up; with a part of them when there are very
 * many.
 */
export async function retryMissingPdfs({
  db,
  jobs,
  now,
}: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const ids = await listUnprintedBefore(
    db,
    new Date(now().getTime() - patienceMilliseconds),
    atMost,
  )
  for (const certificateId of ids) await jobs.enqueue(db, 'render-certificate', { certificateId })
  jobs.wake('render-certificate')
}
