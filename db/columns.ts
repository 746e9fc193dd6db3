import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A UUIDv7 made by the application, so that newer rows sort after older ones. */
export function id() {
  return uuid().primaryKey()
}

/** Of a column that is named otherwise than its field, with its `name`. */
export function instant(name = '') {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
}

/** A string of bits of any length, as text of 0 and 1. */
export const bits = customType<{ data: string }>({ dataType: () => 'bit varying' })

/** Ranges of whole seconds, each from its first to before its end, as PostgreSQL writes them. */
export const secondRanges = customType<{ data: string }>({ dataType: () => 'int4multirange' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The words of a text, as PostgreSQL searches them. */
export const words = customType<{ data: string }>({ dataType: () => 'tsvector' })
