import type { Db } from '../../../db/postgres/client.ts'
import { describePostponed } from '../../../server/features/platform/postponed/for-each-due.ts'
import { type Finding, warning } from './finding.ts'

/** Says what jobs could not do for an item; nothing while there is none. */
export async function checkPostponed(db: Db): Promise<Finding[]> {
  // The finding on the migrations says why it cannot be looked up.
  const postponed = await describePostponed(db).catch(() => [])
  if (postponed.length === 0) return []
  const remedy = 'Run `lyceum job postponed`, mend what fails, then run it with `--retry`.'
  return [warning('postponed', postponed.join('; '), remedy)]
}
