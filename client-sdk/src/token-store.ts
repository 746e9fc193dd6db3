/**
 * Keeps the token between calls. Every function may be async. Write your own for cookies, a
 * keychain or a server-side session.
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
  /** Calls back when the token was changed elsewhere, such as in another tab. Not required. */
  subscribe?(onChange: () => void): void
}

/** Keeps the token in memory until the page or the process ends. The default. */
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

/** The part of the Web Storage API that the SDK uses. */
interface StorageLike {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The part of a page's `window` that the SDK uses. */
interface WindowLike {
  addEventListener?(type: string, listener: (event: PageEvent) => void): void
}

/** A change of the storage in another tab, or the return to a page from the browser's cache. */
interface PageEvent {
  type: string
  key?: string | null
  persisted?: boolean
}

/**
 * Keeps the token in the browser's `localStorage`: the user stays signed in, in all tabs, but every
 * script of the page can read the token. Falls back to memory where the browser forbids storage.
 * The other tabs notice a sign-in and a sign-out at once.
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
    subscribe: (onChange) => {
      const page = globalThis as WindowLike
      const notice = ({ type, key: changed, persisted }: PageEvent) => {
        const isOurs = changed === key || changed === null
        if (type === 'storage' ? isOurs : persisted === true) onChange()
      }
      for (const type of ['storage', 'pageshow']) page.addEventListener?.(type, notice)
    },
  }
}

/** Access to the storage throws where it is forbidden, and writing throws when it is full. */
function inStorage<Result>(use: (storage: StorageLike) => Result, fallback: () => Result): Result {
  try {
    const { localStorage } = globalThis as { localStorage?: StorageLike }
    if (localStorage !== undefined) return use(localStorage)
  } catch {
    // Same as without any storage.
  }
  return fallback()
}
