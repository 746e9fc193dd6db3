/**
 * Where the token is kept between calls. Every function may be async. Give your own for cookies, a
 * keychain, or a session on a server.
 *
 * @example
 * ```ts
 * const tokenStore: TokenStore = {
 *   get: () => SecureStore.getItemAsync('lyceum'),
 *   set: (token) => SecureStore.setItemAsync('lyceum', token),
 *   clear: () => SecureStore.deleteItemAsync('lyceum'),
 * }
 * ```
 */
export interface TokenStore {
  get(): string | null | undefined | Promise<string | null | undefined>
  set(token: string): void | Promise<void>
  clear(): void | Promise<void>
}

/** Keeps the token until the page or the process ends. The default. */
export function memoryTokenStore(token?: string): TokenStore {
  let current = token
  return {
    get: () => current,
    set: (next) => {
      current = next
    },
    clear: () => {
      current = undefined
    },
  }
}

/** The part of the Web Storage API that is used. */
interface StorageLike {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Keeps the token in the browser's `localStorage`: the user stays signed in, in all tabs, and any
 * script of the page can read it. Where the browser forbids storage the token is kept in memory.
 */
export function localStorageTokenStore({
  key = 'lyceum.token',
}: {
  key?: string
} = {}): TokenStore {
  const memory = memoryTokenStore()
  return {
    get: () =>
      inStorage(
        (storage) => storage.getItem(key),
        () => null,
      ) ?? memory.get(),
    set: (token) =>
      inStorage(
        (storage) => storage.setItem(key, token),
        () => memory.set(token),
      ),
    clear: () => {
      inStorage(
        (storage) => storage.removeItem(key),
        () => undefined,
      )
      return memory.clear()
    },
  }
}

/** Mere access to the storage throws where it is forbidden, and writing where it is full. */
function inStorage<Result>(use: (storage: StorageLike) => Result, otherwise: () => Result): Result {
  try {
    const { localStorage } = globalThis as { localStorage?: StorageLike }
    if (localStorage !== undefined) return use(localStorage)
  } catch {
    // Then as where there is none.
  }
  return otherwise()
}
