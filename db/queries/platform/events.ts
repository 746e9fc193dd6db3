import type { Db } from '../../postgres/client.ts'
import { runNamed } from '../../postgres/named-statement.ts'
import type { events } from '../../schema/platform/events.ts'

/** A published event, which has its number. */
export type EventRow = Omit<typeof events.$inferSelect, 'number' | 'written'> & { number: number }

/**
 * Bounds how many events a page looks at to find those of its types, and without types. The plan of
 * a named statement does not know its values, so this itself bounds what it may read.
 */
const eventsToLookAt = 10_000
const eventsToTake = 500

interface FoundEvents {
  rows: EventRow[]
  /** The number after which events are kept. */
  start: number
  /** The number up to which it looked. */
  end: number
  newest: number
}

/**
 * Finds the events after a number, in order: all that are published at one moment, since numbers
 * follow the order of commits.
 */
export async function findEvents(
  db: Db,
  {
    after,
    types,
    limit,
  }: { after?: number | undefined; types?: string[] | undefined; limit: number },
): Promise<FoundEvents> {
  const found = await runNamed<{
    start: string
    end: string
    newest: string
    id: string | null
    number: string
    type: string
    at: Date
    data: EventRow['data']
  }>(db, {
    name: 'find_events',
    text: `
      with place as (
        select forgotten_number as start, last_number as newest,
          greatest(coalesce($1, forgotten_number), forgotten_number) as from_number
        from event_counter
      ),
      reach as materialized (
        select *, coalesce(case when $2::text[] is null
          then (select number from events where number > from_number
            order by number offset ${eventsToTake - 1} limit 1)
          else (select number from events where number > from_number
            order by number offset ${eventsToLookAt - 1} limit 1)
          end, newest) as reached
        from place
      )
      select start, reached as "end", newest, id, number, type, at, data
      from reach left join lateral (
        select id, number, type, at, data from events
        where number > from_number and number <= reached
          and ($2::text[] is null or type = any($2::text[]))
        order by number limit $3
      ) as found on true
      order by number`,
    values: [after ?? null, types ?? null, limit],
  })
  const [{ start, end, newest } = { start: 0, end: 0, newest: 0 }] = found
  return {
    rows: found.flatMap(({ id, number, type, at, data }) =>
      id === null ? [] : [{ id, number: Number(number), type, at, data }],
    ),
    start: Number(start),
    end: Number(end),
    newest: Number(newest),
  }
}

export interface Numbered {
  /** Whether anything waited for its number, outside a quarantine: one look at an index. */
  waited: boolean
  count: number
}

/**
 * Numbers committed events in the order in which they were written. One statement: a process that
 * stops in between holds up nobody. Does nothing while another one does it.
 */
export async function numberEvents(db: Db, atMost: number): Promise<Numbered> {
  const [numbered] = await runNamed<Numbered>(db, {
    name: 'number_events',
    text: `
      select waited, case when waited then number_events($1) else 0 end as count
      from (
        select exists (select from events where number is null)
          and not exists (select from quarantine) as waited
        offset 0
      ) as looked`,
    values: [atMost],
  })
  return numbered ?? { waited: false, count: 0 }
}

/**
 * Deletes some of the oldest events, up to the first that happened later, and remembers the highest
 * number. Returns how many there were.
 */
export async function forgetEventsBefore(db: Db, before: Date): Promise<number> {
  const [forgotten] = await runNamed<{ count: number }>(db, {
    name: 'forget_events_before',
    text: `
      with oldest as (
        select number, at from events where number is not null order by number limit 2000
      ),
      gone as (
        delete from events
        where number <= (select coalesce(min(number) filter (where at >= $1) - 1, max(number)) from oldest)
        returning number
      ),
      counted as (select count(*) as count, max(number) as number from gone)
      update event_counter set forgotten_number = greatest(forgotten_number, counted.number)
      from counted where counted.count > 0
      returning counted.count::int`,
    values: [before],
  })
  return forgotten?.count ?? 0
}

/**
 * Returns how long the oldest event has waited for its number; 0 if none does, or in quarantine.
 */
export async function countSecondsUnpublished(db: Db): Promise<number> {
  const [row] = await runNamed<{ seconds: number }>(db, {
    name: 'count_seconds_unpublished',
    text: `
      select greatest(extract(epoch from clock_timestamp() - at), 0)::float8 as seconds
      from events where number is null and not exists (select from quarantine)
      order by written limit 1`,
    values: [],
  })
  return row?.seconds ?? 0
}

/** Skips numbers, none of which is given again. */
export async function skipEventNumbers(db: Db, count: number): Promise<void> {
  await runNamed(db, {
    name: 'skip_event_numbers',
    text: 'update event_counter set last_number = last_number + $1',
    values: [count],
  })
}
