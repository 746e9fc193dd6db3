import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { isConnectionLost, isRetryable } from './failures.ts'

/** Where a statement runs: the pool, or the one connection of a transaction. Queries do not tell the difference. */
export type Db = NodePgDatabase

export interface Database {
  readonly db: Db
  /**
   * Runs `work` in one transaction: all of it happens or none. Serialization failures and deadlocks are tried again, at most three times,
   * so `work` awaits nothing but the database.
   */
  withTransaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
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

  async function withTransaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    for (let retry = 0; ; retry++) {
      try {
        return await runTransaction(await pool.connect(), work)
      } catch (error) {
        if (retry === transactionRetries || !isRetryable(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** retry))
      }
    }
  }

  return {
    db: drizzle({ client: pool, casing: 'snake_case' }),
    withTransaction,
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      closing = true
      return pool.end()
    },
  }
}

async function runTransaction<Result>(client: PoolClient, work: (db: Db) => Promise<Result>): Promise<Result> {
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
      // A server that hangs reports nothing: that a statement got no answer in time is all there is to see.
      if (error instanceof Error && isConnectionLost(error)) rememberDeath(error)
      throw error
    }
  }

  // What drizzle needs of a connection; a statement that comes too late must not run outside of its transaction.
  const connection = {
    query: (...args: Parameters<PoolClient['query']>) => {
      if (ended) return Promise.reject(new Error('This transaction has ended.'))
      if (death !== undefined) return Promise.reject(death)
      return watched(() => client.query(...args))
    },
  }

  try {
    await watched(() => client.query('begin'))
    const result = await work(drizzle({ client: connection as unknown as PoolClient, casing: 'snake_case' }))
    ended = true
    await watched(() => client.query('commit'))
    return result
  } catch (error) {
    ended = true
    // Over a dead connection a rollback would only wait again: it is closed, and what the server had begun ends with it.
    if (death === undefined) await client.query('rollback').catch(rememberDeath)
    throw error
  } finally {
    client.off('error', rememberDeath)
    client.release(death)
  }
}
