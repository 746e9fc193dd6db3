import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Wait } from '../connections/lock-waits.ts'
import { openLongSession } from '../connections/long-session.ts'
import { databaseError, isRetryable } from '../failures.ts'
import { runConcurrently } from './concurrent-indexes.ts'
import { MigrationBlocked } from './errors.ts'
import { migrationsFolder } from './files.ts'
import { jobQueueMigration } from './job-queues.ts'
import { describeBlockers, untilGone, watchLocks } from './lock-watch.ts'
import { prepareRecords, record, stateOfSchema } from './schema-state.ts'
import { takeTurn } from './turn.ts'
import type { Migration, MigrationLog } from './types.ts'

export interface MigrateOptions {
  log?: MigrationLog
  /** Default: the migrations of this release. */
  folder?: string
  /** How long to wait for locks, over all tries and files. */
  patienceMilliseconds?: number
  /** Ends the migration at once; the next call goes on. */
  signal?: AbortSignal | undefined
}

const silent: MigrationLog = { info: () => undefined }

/**
 * A statement that waits for a table's lock holds up all later ones, and servers give up after two
 * seconds: a migration gives up before they do. If both wait for each other, it does so before
 * PostgreSQL looks for deadlocks (after one second), which might end theirs.
 */
const lockMilliseconds = 800
/** Leaves time for a file's other locks after a long statement at its beginning. */
const leastLockMilliseconds = 100
const slowMilliseconds = 1_000
const [leastPause, greatestPause] = [500, 8_000]

/**
 * Brings the schema up to date, one transaction for each file. Several processes may call this at
 * once: one migrates, the others wait. Killed at any point, the next call goes on. Returns the
 * names of what was applied. Throws MigrationBlocked if a lock was not available in time.
 */
export async function migrateDatabase(
  url: string,
  {
    log = silent,
    folder = migrationsFolder,
    patienceMilliseconds = 300_000,
    signal,
  }: MigrateOptions = {},
): Promise<string[]> {
  const client = await openLongSession(url, signal)
  try {
    // A server that lacks nothing does not wait for a later release's migration.
    if ((await stateOfSchema(client, folder)).pending.length === 0) return []
    await takeTurn(client, log)
    const { pending } = await stateOfSchema(client, folder)
    if (pending.length === 0) return []
    const began = performance.now()
    const observer = await openLongSession(url, signal)
    try {
      const run = { client, observer, log, signal, patience: { left: patienceMilliseconds } }
      await prepareRecords(client)
      for (const migration of pending) await apply(run, migration)
    } finally {
      await observer.end()
    }
    const milliseconds = Math.round(performance.now() - began)
    log.info({ applied: pending.length, milliseconds }, 'the database was migrated')
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

interface Run {
  client: Client
  /** Sees which locks the client waits for. */
  observer: Client
  log: MigrationLog
  signal: AbortSignal | undefined
  /** Milliseconds for the whole run. */
  patience: { left: number }
}

async function apply(run: Run, migration: Migration): Promise<void> {
  const began = performance.now()
  for (let attempt = 1; ; attempt++) {
    const failure = await tryOnce(run, migration)
    if (failure === undefined) break
    if (await wasAppliedByOthers(run, migration)) break
    await waitAfter(run, { migration, attempt, ...failure })
  }
  const milliseconds = Math.round(performance.now() - began)
  if (milliseconds > slowMilliseconds)
    run.log.info({ migration: migration.name, milliseconds }, 'a migration took long')
}

interface Failure {
  error: unknown
  wait: Wait | undefined
  /** Milliseconds of the patience it took. */
  milliseconds: number
}

/** Tries a migration once; returns the failure, or undefined once it was applied. */
async function tryOnce(
  { client, observer, log, patience }: Run,
  migration: Migration,
): Promise<Failure | undefined> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const watch = watchLocks(observer, { pid: rows[0].pid, migration: migration.name, log })
  const began = performance.now()
  try {
    if (migration.inTransaction) await applyInTransaction(client, migration)
    else await applyOutside(client, migration, patience.left)
    return undefined
  } catch (error) {
    const milliseconds = migration.inTransaction ? lockMilliseconds : performance.now() - began
    return { error, wait: watch.lastWait(), milliseconds }
  } finally {
    await watch.end()
  }
}

/** Lets its statements share the time for locks: others wait for those that it already holds. */
async function applyInTransaction(client: Client, migration: Migration): Promise<void> {
  const began = performance.now()
  await client.query('begin')
  try {
    for (const statement of migration.statements) {
      const left = lockMilliseconds - (performance.now() - began)
      const milliseconds = Math.ceil(Math.max(left, leastLockMilliseconds))
      await client.query(`set local lock_timeout = ${milliseconds}`)
      await client.query(statement)
    }
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Takes its time: a concurrent index waits for old transactions, and nobody waits for it. */
async function applyOutside(
  client: Client,
  migration: Migration,
  milliseconds: number,
): Promise<void> {
  await client.query(`set lock_timeout = ${Math.ceil(Math.max(milliseconds, lockMilliseconds))}`)
  for (const statement of migration.statements) await runConcurrently(client, statement)
  await record(client, migration)
}

/** Whether a server of the release before has made the job queues meanwhile, as pg-boss does. */
async function wasAppliedByOthers(
  { client }: Run,
  { row, inTransaction }: Migration,
): Promise<boolean> {
  if (row !== undefined || !inTransaction) return false
  return (await jobQueueMigration((text) => client.query(text))) === undefined
}

/** Waits until another try makes sense; throws if it does not. */
async function waitAfter(
  { observer, log, signal, patience }: Run,
  {
    migration,
    attempt,
    error,
    wait,
    milliseconds,
  }: Failure & { migration: Migration; attempt: number },
): Promise<void> {
  const isBlocked = databaseError(error)?.code === '55P03'
  if (!isBlocked && !isRetryable(error)) throw error
  const jitter = 0.5 + Math.random()
  const pause = Math.min(leastPause * 2 ** (attempt - 1), greatestPause) * jitter
  patience.left -= milliseconds + pause
  if (patience.left <= 0)
    throw new MigrationBlocked(explainBlocked(migration, wait), { cause: error })
  log.info({ migration: migration.name, attempt, ...wait }, 'a migration did not get a lock')
  await sleep(pause, undefined, { signal })
  if (wait === undefined) return
  // A transaction that is still open would be in the way again, and all others behind it.
  const began = performance.now()
  await untilGone(observer, wait.blockers, patience.left)
  patience.left -= performance.now() - began
}

function explainBlocked({ name, statements }: Migration, wait: Wait | undefined): string {
  const lock = wait?.table ?? tableIn(statements)
  const blockers = wait === undefined ? 'unknown sessions' : describeBlockers(wait.blockers)
  return (
    `The migration ${name} did not get its lock${lock === undefined ? '' : ` on ${lock}`}. ` +
    `In the way: ${blockers}. Nothing is half done: migrate again when they have ended, or end ` +
    'them with `select pg_terminate_backend(…)`.'
  )
}

/** Names the table of a wait that was too short to be seen. */
function tableIn([statement = '']: string[]): string | undefined {
  return /\b(?:table|on|update|into)\s+"?(\w+)"?/i.exec(statement)?.[1]
}
