import type { Api } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import type { LyceumEvent } from './event-types.ts'
import { publishEvents } from './publish-events.ts'

/** Publishes, and reads page by page all events after a number. */
export async function readEvents(
  api: Api,
  { admin, after = 0 }: { admin: GivenUser; after?: number },
): Promise<LyceumEvent[]> {
  await publishEvents(api.deps)
  const read: LyceumEvent[] = []
  for (let place = after, hasMore = true; hasMore; ) {
    const page = await api.as(admin).events.list.query({ after: place, limit: 500 })
    read.push(...page.items)
    place = page.after
    hasMore = page.hasMore
  }
  return read
}

/** Returns the events that an act writes, in their order: `[type, data]`. */
export async function eventsOf(
  api: Api,
  { admin, act }: { admin: GivenUser; act: () => Promise<unknown> },
): Promise<[LyceumEvent['type'], LyceumEvent['data']][]> {
  await publishEvents(api.deps)
  const { newest } = await api.as(admin).events.list.query({ limit: 1 })
  await act()
  const written = await readEvents(api, { admin, after: newest })
  return written.map(({ type, data }) => [type, data])
}
