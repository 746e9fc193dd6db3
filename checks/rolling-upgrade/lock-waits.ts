import { Client } from 'pg'
import { rowsOf } from '../support/database.ts'
import { during } from '../support/until.ts'

const lookMilliseconds = 50

export interface LockWaits {
  /**
   * The longest waits that were seen, in milliseconds, by `application table`; for locks that are no
   * table's, by the kind of lock and the beginning of the statement.
   */
  longest: ReadonlyMap<string, number>
  /** The longest of servers alone. */
  ofServers(): number
  end(): Promise<void>
}

/** Looks 20 times a second at who waits for which lock, and for how long by now. */
export async function watchLockWaits(url: string): Promise<LockWaits> {
  const client = await connect(url)
  const longest = new Map<string, number>()

  async function look(): Promise<void> {
    const { rows } = await client.query(
      `select a.application_name || ' ' ||
           coalesce(l.relation::regclass::text, l.locktype || ': ' || left(a.query, 60)) as what,
         (extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as milliseconds
       from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and l.waitstart is not null`,
    )
    for (const { what, milliseconds } of rows)
      longest.set(what, Math.max(longest.get(what) ?? 0, milliseconds))
  }

  const watching = during(lookMilliseconds, look)
  return {
    longest,
    ofServers: () =>
      Math.max(
        0,
        ...[...longest].filter(([what]) => what.startsWith('lyceum ')).map(([, wait]) => wait),
      ),
    end: async () => {
      await watching.stop()
      await client.end()
    },
  }
}

const busiest = [
  'users',
  'sessions',
  'courses',
  'lessons',
  'enrollments',
  'lesson_progress',
  'transactions',
  'transaction_lines',
  'pgboss.job_common',
]

/** Holds a `select` open on the busiest tables, as a report or a backup does. */
export async function readSlowly(url: string, seconds: number): Promise<void> {
  const counts = busiest.map((table) => `(select count(*) from ${table})`).join(', ')
  await rowsOf(url, `select ${counts}, pg_sleep(${seconds})`)
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'rolling-upgrade' })
  // When something else fails, the database stops under it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
