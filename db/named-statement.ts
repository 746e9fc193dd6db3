import type { Db } from './client.ts'

const statements = new WeakMap<Db, Map<string, unknown>>()

/**
 * A statement that is built once for each place it runs on and, under its name, planned once for
 * each connection. For hot reads.
 */
export function prepared<Statement extends { prepare(name: string): unknown }>(
  db: Db,
  name: string,
  build: (db: Db) => Statement,
): ReturnType<Statement['prepare']> {
  const known = statements.get(db) ?? new Map<string, unknown>()
  statements.set(db, known)
  const statement = known.get(name) ?? build(db).prepare(name)
  known.set(name, statement)
  return statement as ReturnType<Statement['prepare']>
}

interface Statement {
  name: string
  text: string
  values: unknown[]
  /** Milliseconds to wait for the answer, when that is longer than others take. */
  query_timeout?: number
}

/**
 * A statement in SQL of our own, planned once for each connection. For what the query builder
 * cannot say.
 */
export async function runNamed<Row>(db: Db, statement: Statement): Promise<Row[]> {
  const { $client } = db as unknown as {
    $client: { query(statement: object): Promise<{ rows: Row[] }> }
  }
  const { rows } = await $client.query(statement)
  return rows
}
