import PgBoss from 'pg-boss'
import pgBoss from 'pg-boss/version.json' with { type: 'json' }
import type { Migration } from './types.ts'

const schema = 'pgboss'
// The runner has its own transaction and timeouts.
const opening =
  /^\s*BEGIN;\s*SET LOCAL lock_timeout = \d+;\s*SET LOCAL idle_in_transaction_session_timeout = \d+;/
const closing = /COMMIT;\s*$/

type Query = (text: string) => Promise<{ rows: unknown[] }>

/**
 * Returns the step that brings the job queues' tables to the version that this release needs;
 * undefined if they are there, or later. pg-boss would do it when it starts, waiting up to 30
 * seconds for each lock.
 */
export async function jobQueueMigration(query: Query): Promise<Migration | undefined> {
  const version = await versionOf(query)
  if (version !== undefined && version >= pgBoss.schema) return undefined
  const plan =
    version === undefined
      ? PgBoss.getConstructionPlans(schema)
      : PgBoss.getMigrationPlans(schema, String(version))
  return {
    name: `pg-boss ${version ?? 'none'} to ${pgBoss.schema}`,
    statements: [statementsIn(plan)],
    inTransaction: true,
  }
}

/**
 * Returns the step that makes the one index that pg-boss lacks: of running and failed jobs. Both
 * are few among a million that are done, and are looked for every few seconds.
 */
export async function jobIndexMigration(query: Query): Promise<Migration | undefined> {
  const { rows } = await query(
    `select 1 from pg_index where indexrelid = to_regclass('${schema}.job_unsettled') and indisvalid`,
  )
  if (rows.length > 0) return undefined
  return {
    name: 'index of the job queues',
    statements: [
      `create index concurrently job_unsettled on ${schema}.job_common (state, created_on, id)
      where state in ('active', 'failed')`,
    ],
    inTransaction: false,
  }
}

async function versionOf(query: Query): Promise<number | undefined> {
  const { rows: tables } = await query(`select to_regclass('${schema}.version') as name`)
  const [table] = tables as { name: string | null }[]
  if (table?.name == null) return undefined
  const { rows } = await query(`select version from ${schema}.version`)
  const [row] = rows as { version: number }[]
  return row?.version
}

function statementsIn(plan: string): string {
  if (!opening.test(plan) || !closing.test(plan))
    throw new Error('pg-boss describes its migrations in a form that the migrator does not know.')
  return plan.replace(opening, '').replace(closing, '').trim()
}
