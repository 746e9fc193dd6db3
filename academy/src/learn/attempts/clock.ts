import { storage } from '../../base/storage.ts'

const storageKey = 'academy.clock'

/** The server's time: the clock of a device may be wrong by minutes. */
export const clock = {
  now: () => Date.now() + Number(storage.get(storageKey)),
  /** Takes an instant that the server has just named as its present. */
  set(instant: string): void {
    storage.set(storageKey, String(Date.parse(instant) - Date.now()))
  },
}
