import { eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { runNamed } from '../../postgres/named-statement.ts'
import { quarantine } from '../../schema/maintenance/quarantine.ts'

export type QuarantineRow = Omit<typeof quarantine.$inferSelect, 'isOn'>

const { since, dataFrom, reason, numbersSkippedAt, reconciledAt } = quarantine
const columns = { since, dataFrom, reason, numbersSkippedAt, reconciledAt }

/** Finds the quarantine; undefined while there is none. */
export async function findQuarantine(db: Db): Promise<QuarantineRow | undefined> {
  const [row] = await db.select(columns).from(quarantine)
  return row
}

/** Finds and locks it until the end of the transaction. */
export async function lockQuarantine(db: Db): Promise<QuarantineRow | undefined> {
  const [row] = await db.select(columns).from(quarantine).for('update')
  return row
}

/** Begins a quarantine; false if there already was one. By the database's clock, like jobs. */
export async function insertQuarantine(
  db: Db,
  { dataFrom, reason }: Pick<QuarantineRow, 'dataFrom' | 'reason'>,
): Promise<boolean> {
  const { rowCount } = await db
    .insert(quarantine)
    .values({ since: sql`clock_timestamp()`, dataFrom, reason })
    .onConflictDoNothing()
  return rowCount === 1
}

/** Marks it; true for the first call only. */
export async function markNumbersSkipped(db: Db, at: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(quarantine)
    .set({ numbersSkippedAt: at })
    .where(isNull(numbersSkippedAt))
  return rowCount === 1
}

export async function markReconciled(db: Db, at: Date): Promise<void> {
  await db.update(quarantine).set({ reconciledAt: at }).where(eq(quarantine.isOn, true))
}

export async function deleteQuarantine(db: Db): Promise<void> {
  await db.delete(quarantine)
}

/** Allows more than a request may take: a school may have millions of sessions. */
const millisecondsToEnd = 300_000

/**
 * Ends everything that lets people in: sessions, codes, and sign-ins under way. Which of them were
 * ended or used since the backup is unknown. Needs a transaction, and gives it a longer timeout.
 */
export async function endAllAccess(db: Db): Promise<{ sessions: number; codes: number }> {
  await db.execute(sql.raw(`set local statement_timeout = ${millisecondsToEnd}`))
  await deleteAll(db, 'oauth_exchanges')
  await deleteAll(db, 'oauth_flows')
  const codes = await deleteAll(db, 'one_time_codes')
  return { sessions: await deleteAll(db, 'sessions'), codes }
}

async function deleteAll(
  db: Db,
  table: 'oauth_exchanges' | 'oauth_flows' | 'one_time_codes' | 'sessions',
): Promise<number> {
  const [deleted] = await runNamed<{ count: number }>(db, {
    name: `delete_all_${table}`,
    text: `with gone as (delete from ${table} returning 1) select count(*)::int as count from gone`,
    values: [],
    query_timeout: millisecondsToEnd + 5_000,
  })
  return deleted?.count ?? 0
}

export interface DroppedJobs {
  kind: string
  count: number
}

/** Deletes unfinished jobs, of all kinds or of some, and counts them. */
export async function deleteOpenJobs(db: Db, kinds?: string[]): Promise<DroppedJobs[]> {
  const { rows: found } = await db.execute<{ name: string | null }>(
    sql`select to_regclass('pgboss.job')::text as name`,
  )
  if (found[0]?.name == null) return []
  const only = kinds === undefined ? sql`true` : sql`name = any(${sql.param(kinds)}::text[])`
  const { rows } = await db.execute<{ kind: string; count: number }>(sql`
    with dropped as (
      delete from pgboss.job where state in ('created', 'retry', 'active') and ${only}
      returning name
    )
    select name as kind, count(*)::int as count from dropped group by name order by name`)
  return rows
}

/**
 * Finds the last moment of which the data holds anything that is written all the time. Undefined in
 * an empty database.
 */
export async function findLastTrace(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{ milliseconds: number | null }>(sql`
    select (extract(epoch from greatest(
      (select max(at) from audit_events),
      (select max(paid_at) from transactions)
    )) * 1000)::float8 as milliseconds`)
  const milliseconds = rows[0]?.milliseconds
  return milliseconds == null ? undefined : new Date(milliseconds)
}

/**
 * Advances the counter of status lists, beyond restored certificates, too, so that no credential
 * out there shares its bit.
 */
export async function skipStatusIndexes(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    select setval(
      pg_get_serial_sequence('certificates', 'status_index'),
      greatest(
        nextval(pg_get_serial_sequence('certificates', 'status_index')) + ${count},
        (select max(status_index) from certificates)))`)
}
