import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Logger } from 'pino'
import { createConnectionQueue, createKeyedMutex } from './connection-queue.ts'
import { isConnectionLost, isDatabaseUnavailable, isRetryable } from './failures.ts'

/** Where a statement runs: the pool, or the one connection of a transaction. */
export type Db = NodePgDatabase

export interface Database {
  readonly db: Db
  /**
   * Runs `work` in one transaction: all of it happens or none. Serialization failures and deadlocks
   * are retried, at most three times, so `work` awaits nothing but the database. Transactions with
   * the same mutex key run one at a time in this process, so that they do not hold a connection
   * each while they wait for one row. That is for speed alone: locks and constraints keep the data
   * right.
   */
  withTransaction<Result>(work: (db: Db) => Promise<Result>, mutexKey?: string): Promise<Result>
  /** Connections in use, idle, and callers waiting for one. */
  poolState(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  log: Logger
  maxConnections?: number
}

const transactionRetries = 3

export function connectDatabase({ url, log, maxConnections = 10 }: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'lyceum',
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 4_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    // The server's own timeouts cannot speak when the server itself hangs.
    query_timeout: 4_500,
    keepAlive: true,
  })
  // Without a listener, a connection that dies while it is used would end the process.
  let closing = false
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      if (!closing) log.warn({ reason: error.message }, 'database connection lost')
    }),
  )
  pool.on('error', () => undefined)
  const patience = {
    millisecondsWhileStuck: 3_000,
    millisecondsWhileBusy: 10_000,
    isTrouble: (error: unknown) => isDatabaseUnavailable(error) && !isRetryable(error),
  }
  const queue = createConnectionQueue({ ...patience, concurrency: maxConnections })
  const mutex = createKeyedMutex(patience)
  // The parts of a pool that drizzle needs.
  const queuedPool = {
    query: (statement: string | QueryConfig, values?: unknown[]) =>
      queue.run(() => pool.query(statement, values)),
  }

  function withTransaction<Result>(
    work: (db: Db) => Promise<Result>,
    mutexKey?: string,
  ): Promise<Result> {
    return mutexKey === undefined
      ? runWithRetries(work)
      : mutex.run(mutexKey, () => runWithRetries(work))
  }

  async function runWithRetries<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    for (let retry = 0; ; retry++) {
      try {
        return await queue.run(async () => runTransaction(await pool.connect(), work))
      } catch (error) {
        if (retry === transactionRetries || !isRetryable(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** retry))
      }
    }
  }

  return {
    db: drizzle({ client: queuedPool as unknown as Pool, casing: 'snake_case' }),
    withTransaction,
    poolState: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: queue.load().waiting,
    }),
    close: () => {
      closing = true
      return pool.end()
    },
  }
}

async function runTransaction<Result>(
  client: PoolClient,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  let death: Error | undefined
  let ended = false
  const rememberDeath = (error: Error) => {
    death = error
  }
  client.on('error', rememberDeath)

  async function watched<Answer>(ask: () => Answer): Promise<Awaited<Answer>> {
    try {
      return await ask()
    } catch (error) {
      // A server that hangs reports nothing; a statement without an answer is the only sign of it.
      if (error instanceof Error && isConnectionLost(error)) rememberDeath(error)
      throw error
    }
  }

  // The parts of a connection that drizzle needs. A statement that comes too late must not run
  // outside its transaction.
  const connection = {
    query: (...args: Parameters<PoolClient['query']>) => {
      if (ended) return Promise.reject(new Error('This transaction has ended.'))
      if (death !== undefined) return Promise.reject(death)
      return watched(() => client.query(...args))
    },
  }

  try {
    await watched(() => client.query('begin'))
    const result = await work(
      drizzle({ client: connection as unknown as PoolClient, casing: 'snake_case' }),
    )
    ended = true
    await watched(() => client.query('commit'))
    return result
  } catch (error) {
    ended = true
    // On a dead connection a rollback would only wait again. Closing it ends the transaction.
    if (death === undefined) await client.query('rollback').catch(rememberDeath)
    throw error
  } finally {
    client.off('error', rememberDeath)
    client.release(death)
  }
}
