/** Wraps the browser's storage; where it is blocked or full, the app does without. */
function storageOf(open: () => Storage) {
  function tried<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(open())
    } catch {
      return undefined
    }
  }
  return {
    get: (name: string) => tried((storage) => storage.getItem(name)) ?? null,
    /** Returns whether it was stored. */
    set: (name: string, value: string) =>
      tried((storage) => {
        storage.setItem(name, value)
        return true
      }) ?? false,
    remove: (name: string) => tried((storage) => storage.removeItem(name)),
    names: () => tried((storage) => Object.keys(storage)) ?? [],
  }
}

export const storage = storageOf(() => localStorage)
/** Storage for this tab until it is closed. */
export const tabStorage = storageOf(() => sessionStorage)
