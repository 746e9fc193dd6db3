import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Logger } from 'pino'
import { isConnectionLost, isDatabaseUnavailable, isRetryable } from './failures.ts'
import { createLines, createTurns } from './turns.ts'

/**
 * Where a statement runs: the pool, or the one connection of a transaction. Queries do not tell the
 * difference.
 */
export type Db = NodePgDatabase

export interface Database {
  readonly db: Db
  /**
   * Runs `work` in one transaction: all of it happens or none. Serialization failures and deadlocks
   * are tried again, at most three times, so `work` awaits nothing but the database. With the name
   * of a line it takes turns with the others of that line in this process: it spares them to wait
   * for a row with a connection each. That is for speed alone: locks and constraints keep what is
   * true.
   */
  withTransaction<Result>(work: (db: Db) => Promise<Result>, line?: string): Promise<Result>
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
  // Without a listener of its own a connection that dies while in use ends the process.
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
  const turns = createTurns({ ...patience, places: maxConnections })
  const lines = createLines(patience)
  // What drizzle needs of a pool.
  const inTurn = {
    query: (statement: string | QueryConfig, values?: unknown[]) =>
      turns.take(() => pool.query(statement, values)),
  }

  function withTransaction<Result>(
    work: (db: Db) => Promise<Result>,
    line?: string,
  ): Promise<Result> {
    return line === undefined ? runUntilDone(work) : lines.take(line, () => runUntilDone(work))
  }

  async function runUntilDone<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    for (let retry = 0; ; retry++) {
      try {
        return await turns.take(async () => runTransaction(await pool.connect(), work))
      } catch (error) {
        if (retry === transactionRetries || !isRetryable(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** retry))
      }
    }
  }

  return {
    db: drizzle({ client: inTurn as unknown as Pool, casing: 'snake_case' }),
    withTransaction,
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: turns.waiting() }),
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
      // A server that hangs reports nothing: that a statement got no answer in time is all there is
      // to see.
      if (error instanceof Error && isConnectionLost(error)) rememberDeath(error)
      throw error
    }
  }

  // What drizzle needs of a connection; a statement that comes too late must not run outside of its
  // transaction.
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
    // Over a dead connection a rollback would only wait again: it is closed, and what the server
    // had begun ends with it.
    if (death === undefined) await client.query('rollback').catch(rememberDeath)
    throw error
  } finally {
    client.off('error', rememberDeath)
    client.release(death)
  }
}
