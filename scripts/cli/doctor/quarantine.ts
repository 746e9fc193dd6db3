import type { Db } from '../../../db/postgres/client.ts'
import { findQuarantine } from '../../../db/queries/maintenance/quarantine.ts'
import { type Finding, warning } from './finding.ts'

/** Says that the service only reads; nothing while it is free. */
export async function checkQuarantine(db: Db): Promise<Finding[]> {
  // The finding on the migrations says why it cannot be looked up.
  const state = await findQuarantine(db).catch(() => undefined)
  if (state === undefined) return []
  const { since, dataFrom, reconciledAt } = state
  return [
    warning(
      'quarantine',
      `the service has only been reading since ${since.toISOString()}; its data is from ` +
        dataFrom.toISOString(),
      reconciledAt === null
        ? 'Run `lyceum reconcile`, then `lyceum quarantine off`.'
        : 'Run `lyceum quarantine off`.',
    ),
  ]
}
