import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Logger } from 'pino'
import { QueueTimeout } from '../../lib/queue.ts'
import { createConnectionQueue, createKeyedMutex } from './connection-queue.ts'
import { createAnswers, type TimedQuery } from './connections/answers.ts'
import { createDatabaseClock, type DatabaseClock } from './connections/clock.ts'
import { lookAtWaits, type Wait } from './connections/lock-waits.ts'
import { createConnectionPool, type PoolState } from './connections/pool.ts'
import { timeoutsFor } from './connections/timeouts.ts'
import { runTransaction } from './connections/transaction.ts'
import { isDatabaseUnavailable, isRetryable, isStatementNameLost, noteFacts } from './failures.ts'

/** Runs statements: the pool, or the one connection of a transaction. */
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
  poolState(): PoolState
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Names one host or several. */
  url: string
  log: Logger
  maxConnections?: number
  /** With `transaction`, the database sets the timeouts, since a pooler would not pass them on. */
  pooler?: 'none' | 'transaction'
  /** Whether a statement keeps its plan by name. Default: not through a pooler. */
  namedStatements?: boolean
  /** Milliseconds after which a connection is replaced. */
  connectionTtlMilliseconds?: number
  /** Multiplies the usual waits for connections, locks and answers. Default: 1. */
  patience?: number
  /** How long to wait for an answer. Default: slightly longer than PostgreSQL itself allows. */
  queryTimeoutMilliseconds?: number
  /** Whether the host may be a standby (`any`). Default: `primary`. */
  takes?: 'primary' | 'any'
  /** Learns the primary's time. */
  clock?: DatabaseClock
}

const transactionRetries = 3

/**
 * Unless told otherwise, PostgreSQL plans for a spinning disk: it then reads all enrollments of a
 * course to find a learner's.
 */
export const plannerSettings = '-c random_page_cost=1.1'

export function connectDatabase({
  url,
  log,
  maxConnections = 10,
  pooler = 'none',
  namedStatements = pooler === 'none',
  connectionTtlMilliseconds = 10_000,
  patience = 1,
  // PostgreSQL's own timeouts cannot report anything when it hangs.
  queryTimeoutMilliseconds = patience * 4_500,
  takes = 'primary',
  clock = createDatabaseClock(),
}: DatabaseOptions): Database {
  const pool = createConnectionPool({
    url,
    log,
    max: maxConnections,
    maxAge: connectionTtlMilliseconds,
    requiresPrimary: takes === 'primary',
    clock,
    settings: {
      application_name: 'lyceum',
      connectionTimeoutMillis: patience * 3_000,
      keepAlive: true,
      ...(pooler === 'none' && { ...timeoutsFor(patience), options: plannerSettings }),
    },
  })
  // Behind a pooler, which PostgreSQL process answers whom is unknown.
  const answers = createAnswers(
    queryTimeoutMilliseconds,
    pooler === 'none' ? (clients) => waitsOf(url, clients) : undefined,
  )
  const waiting = {
    millisecondsWhileStuck: patience * 3_000,
    millisecondsWhileBusy: patience * 10_000,
    isTrouble: (error: unknown) => isDatabaseUnavailable(error) && !isRetryable(error),
  }
  const queue = createConnectionQueue({ ...waiting, concurrency: maxConnections })
  const mutex = createKeyedMutex(waiting)
  let keepsNames = namedStatements

  /** Whether a pooler has lost a statement's name; from then on statements have none. */
  function forgetNames(error: unknown): boolean {
    if (pooler === 'none' || !isStatementNameLost(error)) return false
    if (keepsNames) log.warn('the pooler loses named statements: they are not used any more')
    keepsNames = false
    return true
  }

  function send(client: PoolClient, statement: string | TimedQuery, values?: unknown[]) {
    if (keepsNames || typeof statement === 'string') return answers.ask(client, statement, values)
    const { name: _name, ...unnamed } = statement
    return answers.ask(client, unnamed, values)
  }

  async function runStatement(
    statement: string | TimedQuery,
    values?: unknown[],
  ): Promise<QueryResult> {
    const client = await pool.acquire()
    const isNamed = keepsNames
    try {
      const result = await send(client, statement, values)
      pool.release(client)
      return result
    } catch (error) {
      pool.release(client, error)
      // Safe to send again: it was refused before it ran.
      if (isNamed && forgetNames(error)) return runStatement(statement, values)
      throw error
    }
  }

  // The parts of a pool that drizzle needs.
  const queuedPool = {
    query: (statement: string | TimedQuery, values?: unknown[]) =>
      inTurn(statement, () => runStatement(statement, values)),
  }

  /** Tells callers that get no turn what kept the connections busy. */
  function inTurn<Result>(of: string | TimedQuery, job: () => Promise<Result>): Promise<Result> {
    return queue.run(job).catch((error: unknown) => {
      if (error instanceof QueueTimeout) noteFacts(error, { of, busyWith: answers.busyWith() })
      throw error
    })
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
        return await inTurn('begin', async () => runTransaction(await lease(), work))
      } catch (error) {
        const mayRetry = isRetryable(error) || forgetNames(error)
        if (retry === transactionRetries || !mayRetry) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** retry))
      }
    }
  }

  async function lease() {
    const client = await pool.acquire()
    return {
      client,
      query: (statement: string | TimedQuery, values?: unknown[]) =>
        send(client, statement, values),
      release: (error?: Error) => pool.release(client, error),
    }
  }

  return {
    db: drizzle({ client: queuedPool as unknown as Pool, casing: 'snake_case' }),
    withTransaction,
    poolState: () => ({ ...pool.state(), waiting: queue.load().waiting }),
    // Until then, statements without an answer still have to be given up.
    close: () => pool.end().finally(answers.end),
  }
}

/** Finds what connections to one server wait for. */
async function waitsOf(url: string, clients: PoolClient[]): Promise<Map<PoolClient, Wait>> {
  const byPid = new Map(
    clients.map((client) => [(client as unknown as { processID: number }).processID, client]),
  )
  const [first] = clients
  if (first === undefined) return new Map()
  const { host, port } = first
  const waits = await lookAtWaits(url, { host, port, pids: [...byPid.keys()] })
  return new Map(
    [...waits].flatMap(([pid, wait]) => {
      const client = byPid.get(pid)
      return client === undefined ? [] : [[client, wait] as const]
    }),
  )
}
