import { type PoolClient, Query, type QueryConfig, type QueryResult } from 'pg'
import { type BusyStatement, noteFacts } from '../failures.ts'
import type { Wait } from './lock-waits.ts'
import { createRowShapes } from './row-shapes.ts'
import { nameOfStatement } from './statement-name.ts'

/** A statement, with the milliseconds to wait for its answer where it takes longer than most. */
export type TimedQuery = QueryConfig & { query_timeout?: number }

/** Sends statements, and closes connections whose server does not answer. */
export interface Answers {
  /** When no answer comes in time the connection is closed, which fails the statement. */
  ask(
    client: PoolClient,
    statement: string | TimedQuery,
    values: unknown[] | undefined,
  ): Promise<QueryResult>
  /** What the connections are asked just now. */
  busyWith(): BusyStatement[]
  end(): void
}

interface Asked {
  statements: number
  until: number
  /** When the one that runs was asked, or the one before was answered. */
  since: number
  statement: string | TimedQuery
  /** Once it takes long: what it waits for. */
  waitedFor?: Wait | undefined
}

/** A statement that takes so long is looked at: sooner than any timeout ends it. */
const longMilliseconds = 1_000

/**
 * Waits by one timer for all connections, and calls `pg` with a callback. Its own `query_timeout`
 * and its promises make closures that keep each statement and its rows until the next full garbage
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

  /** Afterwards PostgreSQL does not know any more who was in the way. */
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
    // A connection answers one statement after the other.
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

/** Leaves out its timeout, which `pg` would wait for by itself. */
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
  // `pg` copies a configuration with the descriptor of each field: a fiftieth of a small answer.
  return Object.assign(new Query(text, values ?? statement.values, whenAnswered), { name })
}
