import type { Db } from './client.ts'

interface Statement {
  name: string
  text: string
  values: unknown[]
  /** Milliseconds to wait for the result, for a statement that takes longer than most. */
  query_timeout?: number
}

/**
 * Runs a statement in our own SQL, planned once per connection: for what the query builder cannot
 * express.
 */
export async function runNamed<Row>(db: Db, statement: Statement): Promise<Row[]> {
  const { $client } = db as unknown as {
    $client: { query(statement: object): Promise<{ rows: Row[] }> }
  }
  const { rows } = await $client.query(statement)
  return rows
}
