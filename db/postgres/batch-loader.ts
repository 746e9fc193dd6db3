import type { Db } from './client.ts'

/**
 * Creates a batch loader (like DataLoader): one call of `findAll` finds all keys that are looked up
 * in a tick of the event loop, each once, because a round trip to the database costs more than most
 * of what it fetches. Caches nothing. Callers share results: do not change them.
 */
export function createBatchLoader<Found>(
  findAll: (db: Db, keys: string[]) => Promise<Map<string, Found | Promise<Found | undefined>>>,
) {
  // Keyed by the database or transaction they run on, so that batches of one service never mix with
  // another's. An entry lives until its batch is sent.
  const batches = new WeakMap<Db, Map<string, PromiseWithResolvers<Found | undefined>>>()

  async function send(db: Db): Promise<void> {
    const batch = batches.get(db) ?? new Map()
    batches.delete(db)
    try {
      const found = await findAll(db, [...batch.keys()])
      for (const [key, { resolve }] of batch) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }

  return (db: Db, key: string): Promise<Found | undefined> => {
    let batch = batches.get(db)
    if (batch === undefined) {
      batch = new Map()
      batches.set(db, batch)
      setImmediate(send, db)
    }
    const own = batch.get(key) ?? Promise.withResolvers()
    batch.set(key, own)
    return own.promise
  }
}
