import type PgBoss from 'pg-boss'

/** Facts that queues keep of a job, with only the ids of its payload. */
export interface KeptJob {
  id: string
  kind: string
  status: KeptStatus
  /** Attempts so far, including a running one. */
  attempts: number
  /** Why the last try failed. */
  failure: string | null
  /** Ids in its payload, by name. */
  subjects: Record<string, string>
  createdAt: Date
  /** When it is tried, if it waits. */
  dueAt: Date
  startedAt: Date | null
  /** When it was done or given up. */
  endedAt: Date | null
}

export const listedStatuses = ['waiting', 'running', 'failed'] as const
export type ListedStatus = (typeof listedStatuses)[number]
export type KeptStatus = ListedStatus | 'done'

/** Start of a page of jobs. */
export interface JobPlace {
  /** Microseconds since 1970. */
  value: string
  id: string
}

export interface JobFilter {
  status: ListedStatus
  /** Default: all. */
  kind?: string | undefined
  after: JobPlace | undefined
  limit: number
}

export type ListedJob = KeptJob & { place: JobPlace }

const columns = `id, name, state, retry_count, data, output, created_on, start_after, started_on,
  completed_on`

/**
 * Reads waiting jobs in the order in which they become due, from the queues' own index, whatever
 * waits; others newest first, from the index that db/postgres/migrator/job-queues.ts makes.
 */
const statements: Record<ListedStatus, string> = {
  waiting: `
    select next.*, ${microsecondsOf('next.start_after')} as place
    from unnest($1::text[]) as queue (name)
    cross join lateral (
      select ${columns} from pgboss.job
      where name = queue.name and state < 'active'
        and ($2::bigint is null or (start_after, id) > (${instantOf('$2')}, $3::uuid))
      order by start_after, id limit $4
    ) as next
    order by next.start_after, next.id limit $4`,
  running: newestOf('active'),
  failed: newestOf('failed'),
}

function newestOf(state: 'active' | 'failed'): string {
  return `
    select ${columns}, ${microsecondsOf('created_on')} as place from pgboss.job
    where state = '${state}' and name = any($1::text[])
      and ($2::bigint is null or (created_on, id) < (${instantOf('$2')}, $3::uuid))
    order by created_on desc, id desc limit $4`
}

/** Returns microseconds, as PostgreSQL's instants are finer than those of JavaScript. */
function microsecondsOf(column: string): string {
  return `(extract(epoch from ${column}) * 1000000)::bigint::text`
}

function instantOf(microseconds: string): string {
  return `timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`
}

export async function listKeptJobs(
  db: PgBoss.Db,
  names: readonly string[],
  { status, kind, after, limit }: JobFilter,
): Promise<ListedJob[]> {
  const { rows } = await db.executeSql(statements[status], [
    kind === undefined ? names : [kind],
    after?.value ?? null,
    after?.id ?? null,
    limit,
  ])
  return rows.map((row: JobRow & { place: string }) => ({
    ...keptJobOf(row),
    place: { value: row.place, id: row.id },
  }))
}

export async function findKeptJob(
  db: PgBoss.Db,
  names: readonly string[],
  id: string,
): Promise<KeptJob | undefined> {
  const { rows } = await db.executeSql(
    `select ${columns} from pgboss.job where name = any($1::text[]) and id = $2`,
    [names, id],
  )
  const [row] = rows as JobRow[]
  return row && keptJobOf(row)
}

/** Whether a job of the queue that carries all of this waits or runs. */
export async function hasUnfinishedJob(
  db: PgBoss.Db,
  name: string,
  part: object,
): Promise<boolean> {
  const { rows } = await db.executeSql(
    `select from pgboss.job
    where name = $1 and state < 'completed' and data @> $2::jsonb limit 1`,
    [name, JSON.stringify(part)],
  )
  return rows.length > 0
}

/**
 * Gives a failed job one more try, at once; undefined if it is not a failed one. pg-boss's own
 * retry() leaves its day of deletion unchanged, and may delete it before it runs.
 */
export async function retryKeptJob(
  db: PgBoss.Db,
  names: readonly string[],
  id: string,
): Promise<KeptJob | undefined> {
  const { rows } = await db.executeSql(
    `update pgboss.job set state = 'retry', retry_limit = retry_count + 1, start_after = now(),
      completed_on = null, keep_until = greatest(keep_until, now() + interval '14 days')
    where name = any($1::text[]) and id = $2 and state = 'failed'
    returning ${columns}`,
    [names, id],
  )
  const [row] = rows as JobRow[]
  return row && keptJobOf(row)
}

interface JobRow {
  id: string
  name: string
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  retry_count: number
  data: unknown
  output: { message?: unknown; value?: { message?: unknown } } | null
  created_on: Date
  start_after: Date
  started_on: Date | null
  completed_on: Date | null
}

const statusOf = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  failed: 'failed',
  completed: 'done',
  cancelled: 'done',
} as const satisfies Record<JobRow['state'], KeptStatus>

function keptJobOf(row: JobRow): KeptJob {
  const failure = row.output?.message ?? row.output?.value?.message
  return {
    id: row.id,
    kind: row.name,
    status: statusOf[row.state],
    attempts: row.started_on === null ? 0 : row.retry_count + 1,
    failure: typeof failure === 'string' ? failure : null,
    subjects: idsIn(row.data),
    createdAt: row.created_on,
    dueAt: row.start_after,
    startedAt: row.started_on,
    endedAt: row.completed_on,
  }
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Returns the ids in the data: never an email, a name or a code. */
export function idsIn(data: unknown): Record<string, string> {
  const fields = Object.entries(typeof data === 'object' && data !== null ? data : {})
  return Object.fromEntries(
    fields.filter(
      ([name, value]) => name.endsWith('Id') && typeof value === 'string' && uuid.test(value),
    ),
  )
}
