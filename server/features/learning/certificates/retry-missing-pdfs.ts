import { listUnprinted } from '../../../../db/queries/learning/certificates.ts'
import { firstIdAt } from '../../../../lib/ids.ts'
import type { Deps } from '../../../context.ts'

/** Exceeds the time that a job keeps trying, so that a certificate hardly ever has two jobs. */
const patienceMilliseconds = 3_600_000
/** Older certificates are printed on demand. */
const millisecondsLookedBack = 30 * 86_400_000
const certificatesAtOnce = 1_000

/** Enqueues certificates whose job gave up; only some of them if there are very many. */
export async function retryMissingPdfs({
  db,
  jobs,
  now,
}: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const at = now().getTime()
  const ids = await listUnprinted(db, {
    from: firstIdAt(new Date(at - millisecondsLookedBack)),
    before: new Date(at - patienceMilliseconds),
    limit: certificatesAtOnce,
  })
  for (const certificateId of ids) await jobs.enqueue(db, 'print-certificate', { certificateId })
  jobs.wake('print-certificate')
}
