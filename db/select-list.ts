import { type Column, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Returns a selection's columns as SQL, each under its key, so that a named statement and the query
 * builder read the same columns. The tables must be in `from` under their own names.
 */
export function selectList(selection: Record<string, Column>): string {
  const columns = Object.entries(selection).map(
    ([key, column]) => sql`${column} as ${sql.identifier(key)}`,
  )
  return dialect.sqlToQuery(sql.join(columns, sql`, `)).sql
}

/** Returns the name of a column in the database. */
export function columnName(column: Column): string {
  const { sql: path } = dialect.sqlToQuery(sql`${column}`)
  return path.slice(path.lastIndexOf('.') + 2, -1)
}
