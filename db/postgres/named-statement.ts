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

/** The same of a statement that finds a row, or none. */
export async function findNamed<Row>(db: Db, statement: Statement): Promise<Row | undefined> {
  const [row] = await runNamed<Row>(db, statement)
  return row
}

/** Whether a statement finds or changes any row. */
export async function anyNamed(db: Db, statement: Statement): Promise<boolean> {
  return (await runNamed(db, statement)).length > 0
}

/** The values of a statement that returns one column. */
export async function listNamed<Value>(db: Db, statement: Statement): Promise<Value[]> {
  const rows = await runNamed<Record<string, Value>>(db, statement)
  return rows.flatMap((row) => Object.values(row))
}
