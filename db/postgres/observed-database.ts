import { drizzle } from 'drizzle-orm/node-postgres'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Database, Db } from './client.ts'
import { summaryOf } from './connections/statement-name.ts'

/** Follows statements by name; names hold no values. */
export interface StatementObserver {
  /** Whether an observation would be used at this moment. */
  isObserving(): boolean
  observe<Result>(statement: string, run: () => Promise<Result>): Promise<Result>
}

/**
 * Statements come from the code, but one that writes many rows is long, and differs with their
 * number. Those beyond these limits are parsed again.
 */
const remembered = { max: 1_000, maxSize: 1_000_000 }

/** Returns the database with its statements and transactions observed by name. */
export function observeDatabase<Observed extends Pick<Database, 'db' | 'withTransaction'>>(
  database: Observed,
  observer: StatementObserver,
): Observed {
  const names = new LRUCache<string, string>({
    ...remembered,
    sizeCalculation: (_name, statement) => statement.length || 1,
    memoMethod: summaryOf,
  })
  const nameOf = (statement: string | { name?: string; text: string }): string =>
    typeof statement === 'string'
      ? names.memo(statement)
      : (statement.name ?? names.memo(statement.text))

  function observed(db: Db): Db {
    const { $client } = db as unknown as { $client: { query: Query } }
    const query: Query = (statement, ...rest) =>
      observer.isObserving()
        ? observer.observe(nameOf(statement), () => $client.query(statement, ...rest))
        : $client.query(statement, ...rest)
    return drizzle({ client: { query } as unknown as Pool, casing: 'snake_case' })
  }

  return {
    ...database,
    db: observed(database.db),
    withTransaction: (work, mutexKey) => {
      if (!observer.isObserving()) return database.withTransaction(work, mutexKey)
      return observer.observe('transaction', () =>
        database.withTransaction((db) => work(observed(db)), mutexKey),
      )
    },
  }
}

type Query = (
  statement: string | { name?: string; text: string },
  ...rest: unknown[]
) => Promise<unknown>
