import { type Column, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

/**
 * The columns of a selection as SQL text, each under its key, so that a named statement and the
 * query builder read the same columns. The tables must stand in `from` under their own names.
 */
export function selectList(selection: Record<string, Column>): string {
  const columns = Object.entries(selection).map(
    ([key, column]) => sql`${column} as ${sql.identifier(key)}`,
  )
  return new PgDialect({ casing: 'snake_case' }).sqlToQuery(sql.join(columns, sql`, `)).sql
}
