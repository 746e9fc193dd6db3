import { type Column, getTableColumns, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  customType,
  index,
  timestamp,
  type UpdateDeleteAction,
  uuid,
} from 'drizzle-orm/pg-core'

/** The states of work that a job goes on with. */
export const workStatuses = ['running', 'done'] as const

/** A UUIDv7 made by the application, so that newer rows sort after older ones. */
export function id() {
  return uuid().primaryKey()
}

/** References a row of another table, which has to exist. */
export function idOf(column: () => AnyPgColumn, onDelete?: UpdateDeleteAction) {
  return uuid()
    .notNull()
    .references(column, onDelete && { onDelete })
}

/** Makes a column of instants; takes the `name` where it differs from the field's. */
export function instant(name = '') {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
}

/** A string of bits of any length, as text of 0 and 1. */
export const bits = customType<{ data: string }>({ dataType: () => 'bit varying' })

/** Ranges of whole seconds, each with its first and without its end, as PostgreSQL writes them. */
export const secondRanges = customType<{ data: string }>({ dataType: () => 'int4multirange' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The words of a text, as PostgreSQL searches them. */
export const words = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Checks that a column holds one of the values that its type names. */
export function known(name: string, column: Column) {
  // A check's argument knows the column's name, but not its type.
  const columns = Object.values(getTableColumns(column.table))
  const { enumValues = [] } = columns.find(({ name }) => name === column.name) ?? {}
  return check(name, sql`${column} in ${sql.raw(`('${enumValues.join("', '")}')`)}`)
}

/** Checks that two columns are null together. */
export function together(name: string, one: Column, other: Column) {
  return check(name, sql`(${one} is null) = (${other} is null)`)
}

/** Makes an index of the parts of a column, which holds each change at once. */
export function indexOfParts(name: string, parts: Parameters<ReturnType<typeof index>['on']>[0]) {
  return index(name).using('gin', parts).with({ fastupdate: false })
}
