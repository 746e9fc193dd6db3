const storageKey = 'academy.clock'

/** The server's time: the clock of a device may be wrong by minutes. */
export const clock = {
  now: () => Date.now() + Number(localStorage.getItem(storageKey)),
  /** Takes an instant that the server has just named as its present. */
  set(instant: string): void {
    localStorage.setItem(storageKey, String(Date.parse(instant) - Date.now()))
  },
}
