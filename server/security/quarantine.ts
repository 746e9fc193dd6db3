import type { Db } from '../../db/postgres/client.ts'
import { findQuarantine, type QuarantineRow } from '../../db/queries/maintenance/quarantine.ts'
import { shareCalls } from '../../lib/single-flight.ts'

/** A service that was restored from a backup only reads until an operator lets it go. */
export interface Quarantine {
  /** Undefined while the service is not in quarantine. Up to a second old. */
  find(): Promise<QuarantineRow | undefined>
}

/** Within this time every process obeys, the ones already running too. */
export const quarantineFreshMilliseconds = 1_000

export function createQuarantine(db: Db): Quarantine {
  return {
    find: shareCalls(() => findQuarantine(db), { freshMilliseconds: quarantineFreshMilliseconds }),
  }
}

/** Nothing leaves the service while it is in quarantine; a job that wanted to is tried again. */
export class InQuarantine extends Error {
  override readonly name = 'InQuarantine'
}

export async function requireFreedom(quarantine: Quarantine): Promise<void> {
  if ((await quarantine.find()) !== undefined)
    throw new InQuarantine('the service is in quarantine: nothing is sent')
}
