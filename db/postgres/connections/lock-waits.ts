import { Client } from 'pg'
import { hostUrls } from '../../../lib/database-url.ts'

/** A session that holds a lock which another one waits for. */
export interface Blocker {
  pid: number
  application: string
  /** Start of its running or last query. Undefined if our role may not see it. */
  queryStartedAt?: string
  /** Identifies its transaction. */
  transactionStartedAt?: string
}

export interface Wait {
  /** Like `Lock transactionid` or `IO DataFileRead`; undefined while it computes. */
  event?: string
  /** Undefined if the lock is not a table's, such as the end of an older transaction. */
  table?: string
  blockers: Blocker[]
}

/** Finds what sessions wait for, by process id, without the text of any query. */
export async function findWaits(observer: Client, pids: number[]): Promise<Map<number, Wait>> {
  const { rows } = await observer.query(
    `select w.pid, nullif(concat_ws(' ', w.wait_event_type, w.wait_event), '') as event,
       (select l.relation::regclass::text from pg_locks l
        where l.pid = w.pid and l.relation is not null and (not l.granted or l.locktype = 'tuple')
        order by l.granted limit 1) as table,
       (select coalesce(json_agg(json_strip_nulls(json_build_object(
          'pid', b.pid, 'application', b.application_name,
          'queryStartedAt', ${instant('b.query_start')},
          'transactionStartedAt', ${instant('b.xact_start')}))), '[]')
        from unnest(pg_blocking_pids(w.pid)) as blocking (pid)
        join pg_stat_activity b using (pid)) as blockers
     from pg_stat_activity w where w.pid = any($1::int[])`,
    [pids],
  )
  return new Map(
    rows.map(({ pid, event, table, blockers }) => [
      pid,
      { ...(event !== null && { event }), ...(table !== null && { table }), blockers },
    ]),
  )
}

const lookMilliseconds = 1_000

/** Looks from a connection of its own, for when those of the pool are what waits. */
export async function lookAtWaits(
  url: string,
  { host, port, pids }: { host: string; port: number; pids: number[] },
): Promise<Map<number, Wait>> {
  const [connectionString = url] = hostUrls(url)
  const observer = new Client({ connectionString, application_name: 'lyceum-look' })
  Object.assign(observer, { host, port })
  observer.on('error', () => undefined)
  const hangUp = () => observer.connection.stream.destroy()
  const timer = setTimeout(hangUp, lookMilliseconds)
  try {
    await observer.connect()
    return await findWaits(observer, pids)
  } finally {
    clearTimeout(timer)
    observer.end().catch(() => undefined)
    setTimeout(hangUp, lookMilliseconds).unref()
  }
}

/** Keeps the microseconds, which a JavaScript date would cut. */
export function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
