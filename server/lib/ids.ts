import { v7, validate, version } from 'uuid'

/** A new UUIDv7. Later ones sort after earlier ones, so that the newest rows are found by key. */
export function newId(): string {
  return v7()
}

export function isId(text: string): boolean {
  return validate(text)
}

/** Whether the id says when it was made, like all of `newId`. */
export function isOrderedId(text: string): boolean {
  return validate(text) && version(text) === 7
}
