import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { isConnectionSpent } from '../failures.ts'

/** A connection that belongs to one transaction. */
export interface Lease {
  client: PoolClient
  /** Sends a statement, as the settings of the connection allow. */
  query: (statement: string | QueryConfig, values?: unknown[]) => Promise<QueryResult>
  /** Returns the connection; closes it if there was an error. */
  release: (error?: Error) => void
}

/** Runs `work` between `begin` and `commit`, or `rollback` when it throws. */
export async function runTransaction<Result>(
  { client, query, release }: Lease,
  work: (db: NodePgDatabase) => Promise<Result>,
): Promise<Result> {
  let death: Error | undefined
  let ended = false
  const rememberDeath = (error: Error) => {
    death ??= error
  }
  client.on('error', rememberDeath)

  async function watched<Answer>(ask: () => Answer): Promise<Awaited<Answer>> {
    try {
      return await ask()
    } catch (error) {
      // A hanging server reports nothing; a statement without an answer is the only sign of it.
      if (error instanceof Error && isConnectionSpent(error)) rememberDeath(error)
      throw error
    }
  }

  // The parts of a connection that drizzle needs. A late statement must not run outside its
  // transaction.
  const connection = {
    query: (statement: string | QueryConfig, values?: unknown[]) => {
      if (ended) return Promise.reject(new Error('This transaction has ended.'))
      if (death !== undefined) return Promise.reject(death)
      return watched(() => query(statement, values))
    },
  }

  try {
    await watched(() => query('begin'))
    const result = await work(
      drizzle({ client: connection as unknown as PoolClient, casing: 'snake_case' }),
    )
    ended = true
    if (death !== undefined) throw death
    const { command } = await watched(() => query('commit'))
    // PostgreSQL answers this when a statement failed and `work` went on as if it had not.
    if (command === 'ROLLBACK') throw new Error('A failed transaction cannot be committed.')
    return result
  } catch (error) {
    ended = true
    // On a dead connection a rollback would only wait again. Closing it ends the transaction.
    if (death === undefined) await query('rollback').catch(rememberDeath)
    throw error
  } finally {
    client.off('error', rememberDeath)
    release(death)
  }
}
