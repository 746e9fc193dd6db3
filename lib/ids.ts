import { v7, validate, version } from 'uuid'

/** Returns a new UUIDv7. Later ones sort last, so that the newest rows are found by key. */
export function newId(): string {
  return v7()
}

/** Returns a new id that sorts among those made at that instant. */
export function newIdAt(at: Date): string {
  return v7({ msecs: at.getTime() })
}

/** Returns the lowest id of an instant: ids made from then on are not below it. */
export function firstIdAt(at: Date): string {
  return v7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) })
}

/** Returns when an id of newId() was made; undefined for any other. */
export function madeAt(id: string): Date | undefined {
  return isOrderedId(id)
    ? new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
    : undefined
}

export function isId(text: string): boolean {
  return validate(text)
}

/** Whether the id says when it was made, like all of `newId`. */
export function isOrderedId(text: string): boolean {
  return validate(text) && version(text) === 7
}
