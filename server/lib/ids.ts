import { v7, validate } from 'uuid'

/** A new UUIDv7. Later ones sort after earlier ones, so that the newest rows are found by key. */
export function newId(): string {
  return v7()
}

export function isId(text: string): boolean {
  return validate(text)
}
