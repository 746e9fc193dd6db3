import type { Db } from '../../../db/postgres/client.ts'
import { countSecondsUnpublished } from '../../../db/queries/platform/events.ts'
import { type Finding, warning } from './finding.ts'

/** A server publishes within about a second. */
const tooLongSeconds = 60

/** Says that events wait; nothing while they are published. */
export async function checkEvents(db: Db): Promise<Finding[]> {
  // The finding on the migrations says why it cannot be looked up.
  const seconds = await countSecondsUnpublished(db).catch(() => 0)
  if (seconds <= tooLongSeconds) return []
  return [
    warning(
      'events',
      `the oldest one has waited for ${Math.floor(seconds / 60)} minutes to be published`,
      'Start a server. If one runs, its log says why it cannot: "events cannot be published".',
    ),
  ]
}
