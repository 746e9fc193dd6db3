import { timestamp, uuid } from 'drizzle-orm/pg-core'

/** A UUIDv7 made by the application, so that newer rows sort after older ones. */
export function id() {
  return uuid().primaryKey()
}

export function instant() {
  return timestamp({ withTimezone: true, precision: 3, mode: 'date' })
}
