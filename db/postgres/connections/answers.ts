import { type PoolClient, Query, type QueryConfig, type QueryResult } from 'pg'
import { type BusyStatement, noteFacts } from '../failures.ts'
import type { Wait } from './lock-waits.ts'
import { createRowShapes } from './row-shapes.ts'
import { nameOfStatement } from './statement-name.ts'

/** A statement, with the milliseconds to wait for its answer if it takes longer than most. */
export type TimedQuery = QueryConfig & { query_timeout?: number }

/** Sends statements, and closes connections whose server does not answer. */
export interface Answers {
  /** Asks a connection; if no answer comes in time, closes it, which fails the statement. */
  ask(
    client: PoolClient,
    statement: string | TimedQuery,
    values: unknown[] | undefined,
  ): Promise<QueryResult>
  /** Returns what the connections are being asked. */
  busyWith(): BusyStatement[]
  end(): void
}

interface Asked {
  statements: number
  until: number
  /** When the running statement was sent, or the one before was answered. */
  since: number
  statement: string | TimedQuery
  /** The wait that was found, once it takes long. */
  waitedFor?: Wait | undefined
}

/** A statement that takes this long is looked at, before any timeout ends it. */
const longMilliseconds = 1_000

/**
 * Waits by one timer for all connections, and calls `pg` with a callback. Its own `query_timeout`
 * and promises make closures that keep each statement and its rows until the next full garbage
 * collection, which was a fifth of all memory (docs/performance.md).
 */
export function createAnswers(
  usualPatience: number,
  findWaits?: (clients: PoolClient[]) => Promise<Map<PoolClient, Wait>>,
): Answers {
  const waits = new Map<PoolClient, Asked>()
  const shapes = createRowShapes()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  function look(): void {
    const now = performance.now()
    for (const [client, { until }] of waits) {
      if (until > now) continue
      waits.delete(client)
      client.connection.stream.destroy(new Error('Query read timeout'))
    }
    const long = [...waits].filter(([, { since }]) => now - since > longMilliseconds)
    if (long.length > 0 && !isLooking) void explain(long)
  }

  /** Looks at once: afterwards PostgreSQL no longer knows who was in the way. */
  async function explain(long: [PoolClient, Asked][]): Promise<void> {
    isLooking = true
    const found = await findWaits?.(long.map(([client]) => client)).catch(() => undefined)
    for (const [client, asked] of long) {
      const seen = found?.get(client)
      if (seen !== undefined && waits.get(client) === asked) asked.waitedFor = seen
    }
    isLooking = false
  }

  function begin(client: PoolClient, statement: string | TimedQuery): Asked {
    timer ??= setInterval(look, Math.min(250, usualPatience / 4)).unref()
    const now = performance.now()
    const wait = waits.get(client) ?? { statements: 0, until: 0, since: now, statement }
    const patience = typeof statement === 'string' ? undefined : statement.query_timeout
    wait.statements++
    wait.until = now + (patience ?? usualPatience)
    waits.set(client, wait)
    return wait
  }

  function finish(client: PoolClient, wait: Asked): void {
    wait.statements--
    // A connection answers its statements one after another.
    wait.since = performance.now()
    wait.until = wait.since + usualPatience
    wait.waitedFor = undefined
    if (wait.statements === 0) waits.delete(client)
  }

  return {
    ask: (client, statement, values) =>
      new Promise((resolve, reject) => {
        const wait = begin(client, statement)
        const query = queryOf(statement, values, (error, result) => {
          const { waitedFor } = wait
          finish(client, wait)
          if (error) {
            noteFacts(error, { of: statement, ...(waitedFor !== undefined && { waitedFor }) })
            reject(error)
          } else resolve(result)
        })
        if (query.name !== undefined) shapes.use(query, query.name)
        client.query(query)
      }),
    busyWith: () => {
      const now = performance.now()
      const byName = Map.groupBy(waits.values(), ({ statement }) => nameOfStatement(statement))
      return [...byName].map(([statement, asked]) => ({
        statement,
        connections: asked.length,
        milliseconds: Math.round(now - Math.min(...asked.map(({ since }) => since))),
      }))
    },
    end: () => clearInterval(timer),
  }
}

type Callback = (error: Error | null | undefined, result: QueryResult) => void

/** Omits its timeout, which `pg` would apply by itself. */
function queryOf(
  statement: string | TimedQuery,
  values: unknown[] | undefined,
  callback: Callback,
): Query & { name?: string | undefined } {
  const whenAnswered = callback as (error: Error | undefined, result: unknown) => void
  if (typeof statement === 'string') return new Query(statement, values, whenAnswered)
  const { text, name, types, rowMode } = statement as TimedQuery & { rowMode?: string }
  if (types !== undefined || rowMode !== undefined) {
    const { query_timeout: _patience, ...options } = statement
    return new Query(options, values, whenAnswered)
  }
  // Saves `pg` copying a configuration with each field's descriptor: a fiftieth of a small answer.
  return Object.assign(new Query(text, values ?? statement.values, whenAnswered), { name })
}
