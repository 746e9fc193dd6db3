import type { Db } from './client.ts'

interface Statement {
  name: string
  text: string
  values: unknown[]
  /** Milliseconds to wait for the result, for a statement that takes longer than most. */
  query_timeout?: number
}

/**
 * Runs a statement in our own SQL, planned once per connection, where the query builder cannot
 * express it.
 */
export function runNamed<Row>(db: Db, statement: Statement): Promise<Row[]> {
  return run(db, statement)
}

/**
 * Runs a statement planned for these values: where a plan for any would be wrong, such as for
 * patterns, some of which are rare.
 */
export function runPlanned<Row>(db: Db, statement: Omit<Statement, 'name'>): Promise<Row[]> {
  return run(db, statement)
}

async function run<Row>(db: Db, statement: Partial<Statement>): Promise<Row[]> {
  const { $client } = db as unknown as {
    $client: { query(statement: object): Promise<{ rows: Row[] }> }
  }
  const { rows } = await $client.query(statement)
  return rows
}

/** Returns the row that a statement finds; undefined without one. */
export async function findNamed<Row>(db: Db, statement: Statement): Promise<Row | undefined> {
  const [row] = await runNamed<Row>(db, statement)
  return row
}

/** Whether a statement finds or changes any row. */
export async function anyNamed(db: Db, statement: Statement): Promise<boolean> {
  return (await runNamed(db, statement)).length > 0
}

/** Returns the values of a statement with one column. */
export async function listNamed<Value>(db: Db, statement: Statement): Promise<Value[]> {
  const rows = await runNamed<Record<string, Value>>(db, statement)
  return rows.flatMap((row) => Object.values(row))
}
