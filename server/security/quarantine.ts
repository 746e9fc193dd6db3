import type { Db } from '../../db/postgres/client.ts'
import { findQuarantine, type QuarantineRow } from '../../db/queries/maintenance/quarantine.ts'
import { shareCalls } from '../../lib/single-flight.ts'

/** The state of a service restored from a backup, which only reads until it is released. */
export interface Quarantine {
  /** Returns the quarantine, up to a second old; undefined if there is none. */
  find(): Promise<QuarantineRow | undefined>
}

/** How soon every process obeys, including those already running. */
export const quarantineFreshMilliseconds = 1_000

export function createQuarantine(db: Db): Quarantine {
  return {
    find: shareCalls(() => findQuarantine(db), { freshMilliseconds: quarantineFreshMilliseconds }),
  }
}

/** Signals that nothing leaves the service in quarantine; the job is tried again. */
export class InQuarantine extends Error {
  override readonly name = 'InQuarantine'
}

export async function requireFreedom(quarantine: Quarantine): Promise<void> {
  if ((await quarantine.find()) !== undefined)
    throw new InQuarantine('the service is in quarantine: nothing is sent')
}
