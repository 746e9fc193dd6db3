/** The browser's storage. Where it is blocked or full nothing is kept, and the app does without. */
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
    /** Whether it is there now. */
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
/** Of this tab, until it is closed. */
export const tabStorage = storageOf(() => sessionStorage)
