import { v7, validate, version } from 'uuid'

/** A new UUIDv7. Later ones sort after earlier ones, so that the newest rows are found by key. */
export function newId(): string {
  return v7()
}

/** The lowest id of an instant: ids made from then on are not below it. */
export function firstIdAt(at: Date): string {
  return v7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) })
}

export function isId(text: string): boolean {
  return validate(text)
}

/** Whether the id says when it was made, like all of `newId`. */
export function isOrderedId(text: string): boolean {
  return validate(text) && version(text) === 7
}
