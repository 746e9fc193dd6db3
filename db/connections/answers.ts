import { type PoolClient, Query, type QueryConfig, type QueryResult } from 'pg'
import { createRowShapes } from './row-shapes.ts'

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
  end(): void
}

interface Wait {
  statements: number
  until: number
}

/**
 * Waits by one timer for all connections, and calls `pg` with a callback. Its own `query_timeout`
 * and its promises make closures that keep each statement and its rows until the next full garbage
 * collection, which was a fifth of all memory (docs/performance.md).
 */
export function createAnswers(usualPatience: number): Answers {
  const waits = new Map<PoolClient, Wait>()
  const shapes = createRowShapes()
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    const now = performance.now()
    for (const [client, { until }] of waits) {
      if (until > now) continue
      waits.delete(client)
      client.connection.stream.destroy(new Error('Query read timeout'))
    }
  }

  function begin(client: PoolClient, patience: number): Wait {
    timer ??= setInterval(look, Math.min(250, usualPatience / 4)).unref()
    const wait = waits.get(client) ?? { statements: 0, until: 0 }
    wait.statements++
    wait.until = performance.now() + patience
    waits.set(client, wait)
    return wait
  }

  function finish(client: PoolClient, wait: Wait): void {
    wait.statements--
    // A connection answers one statement after the other.
    wait.until = performance.now() + usualPatience
    if (wait.statements === 0) waits.delete(client)
  }

  return {
    ask: (client, statement, values) =>
      new Promise((resolve, reject) => {
        const patience = typeof statement === 'string' ? undefined : statement.query_timeout
        const wait = begin(client, patience ?? usualPatience)
        const query = queryOf(statement, values, (error, result) => {
          finish(client, wait)
          if (error) reject(error)
          else resolve(result)
        })
        if (query.name !== undefined) shapes.use(query, query.name)
        client.query(query)
      }),
    end: () => clearInterval(timer),
  }
}

type Callback = (error: Error | null | undefined, result: QueryResult) => void

/** Without its timeout, which `pg` would wait for by itself. */
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
