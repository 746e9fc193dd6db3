import type { ProgressEvent } from '../generated/router.ts'

/** Keeps strings, such as React Native's AsyncStorage or a browser's `localStorage`. */
export interface QueueStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>
  setItem(key: string, value: string): unknown
}

/** Stores waiting events, separately for each user. */
export interface QueueStore {
  read(userId: string): Promise<ProgressEvent[]>
  /** Adds and removes at once. */
  write(userId: string, added: ProgressEvent[], removed: readonly string[]): Promise<void>
}

export function openQueueStore(name: string, storage: QueueStorage | undefined): QueueStore {
  if (storage !== undefined) return stringStore(name, storage)
  const memory = new Map<string, string>()
  const inMemory = stringStore(name, {
    getItem: (key) => memory.get(key),
    setItem: (key, value) => memory.set(key, value),
  })
  let store = databaseStore(name)
  // Not every platform has one; browsers forbid it in private windows, and when the disk is full.
  const guarded = <Result>(use: (store: QueueStore) => Promise<Result>): Promise<Result> =>
    use(store).catch(() => {
      store = inMemory
      return use(store)
    })
  return {
    read: (userId) => guarded((store) => store.read(userId)),
    write: (...change) => guarded((store) => store.write(...change)),
  }
}

/** Runs it in one tab at a time, where the platform can say so. */
export function inOneTab<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { navigator } = globalThis as { navigator?: { locks?: WebLocks } }
  return navigator?.locks === undefined ? work() : navigator.locks.request(name, work)
}

interface WebLocks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

function stringStore(name: string, storage: QueueStorage): QueueStore {
  let last: Promise<unknown> = Promise.resolve()
  const keyOf = (userId: string) => `${name}.${userId}`
  const read = async (userId: string): Promise<ProgressEvent[]> =>
    JSON.parse((await storage.getItem(keyOf(userId))) ?? '[]')
  return {
    read,
    write: (userId, added, removed) => {
      const write = async () => {
        const kept = (await read(userId)).filter(({ id }) => !removed.includes(id))
        await storage.setItem(keyOf(userId), JSON.stringify([...kept, ...added]))
      }
      const done = last.then(() => inOneTab(`${name}.store`, write))
      last = done.catch(() => undefined)
      return done
    },
  }
}

interface Stored {
  userId: string
  id: string
  event: ProgressEvent
}

function databaseStore(name: string): QueueStore {
  let opening: Promise<Database> | undefined
  const open = () => {
    opening ??= new Promise((resolve, reject) => {
      // Where it is forbidden, even access to it can throw.
      const { indexedDB } = globalThis as unknown as { indexedDB: IndexedDb }
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () =>
        request.result.createObjectStore(name, { keyPath: ['userId', 'id'] })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    return opening
  }
  async function use<Result>(
    mode: 'readonly' | 'readwrite',
    work: (events: ObjectStore) => DatabaseRequest<Result> | undefined,
  ): Promise<Result | undefined> {
    const transaction = (await open()).transaction(name, mode)
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  return {
    read: async (userId) => {
      const { IDBKeyRange } = globalThis as unknown as { IDBKeyRange: KeyRanges }
      // An array sorts after every string.
      const range = IDBKeyRange.bound([userId], [userId, []])
      const found = (await use('readonly', (events) => events.getAll(range))) ?? []
      return found.map(({ event }) => event)
    },
    write: async (userId, added, removed) => {
      await use('readwrite', (events) => {
        for (const id of removed) events.delete([userId, id])
        for (const event of added) events.put({ userId, id: event.id, event })
        return undefined
      })
    },
  }
}

/** The parts of IndexedDB that are used here. */
interface DatabaseRequest<Result> {
  result: Result
  error: unknown
  onsuccess: () => void
  onerror: () => void
}

interface IndexedDb {
  open(name: string, version: number): DatabaseRequest<Database> & { onupgradeneeded: () => void }
}

interface Database {
  createObjectStore(name: string, options: { keyPath: string[] }): unknown
  transaction(name: string, mode: string): Transaction
}

interface Transaction {
  objectStore(name: string): ObjectStore
  error: unknown
  oncomplete: () => void
  onabort: () => void
}

interface ObjectStore {
  getAll(range: unknown): DatabaseRequest<Stored[]>
  put(value: Stored): unknown
  delete(key: string[]): unknown
}

interface KeyRanges {
  bound(from: unknown, to: unknown): unknown
}
