import { type Numbered, numberEvents } from '../../../../db/queries/platform/events.ts'
import { createPoller, type Poller } from '../../../../lib/poller.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'

/** How many events one statement numbers. */
const eventsAtOnce = 1_000

type PublisherDeps = Pick<Deps, 'db'>

/**
 * Publishes committed events while the server runs. Every server process has one, and any may do
 * it: the lock of the counter lets one do so at a time.
 */
export function createPublisher({ db, log }: PublisherDeps & Pick<Deps, 'log'>): Poller {
  return createPoller({
    look: async () => (await publishEvents({ db })).waited,
    // Finds events of any process, a job or the command line: numbers come within a second.
    rests: { shortest: 250, longest: 1_000 },
    onFailure: (error) =>
      log.warn({ cause: describeCause(error) }, 'events cannot be published: they wait'),
    onRecovery: () => log.info('events are published again'),
  })
}

/**
 * Numbers committed events. Does nothing while the service is in quarantine, or a different process
 * does it.
 */
export async function publishEvents({ db }: PublisherDeps): Promise<Numbered> {
  const { waited, count } = await numberEvents(db, eventsAtOnce)
  if (count < eventsAtOnce) return { waited, count }
  const more = await publishEvents({ db })
  return { waited, count: count + more.count }
}
