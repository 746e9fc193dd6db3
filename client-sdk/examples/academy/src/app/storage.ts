/** What the browser keeps; where it is forbidden or full nothing is, and the app does without. */
function storageOf(open: () => Storage) {
  function tried<Result>(use: (storage: Storage) => Result, otherwise: Result): Result {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }
  return {
    get: (name: string) => tried<string | null>((storage) => storage.getItem(name), null),
    set: (name: string, value: string) =>
      tried<void>((storage) => storage.setItem(name, value), undefined),
    remove: (name: string) => tried<void>((storage) => storage.removeItem(name), undefined),
    names: () => tried<string[]>((storage) => Object.keys(storage), []),
  }
}

export const storage = storageOf(() => localStorage)
/** Of this tab, until it is closed. */
export const tabStorage = storageOf(() => sessionStorage)
