import type { Db } from './client.ts'

/**
 * What is asked for in one turn of the event loop is found by one call, and what is asked for twice
 * is found once: a round trip to the database costs more than most of what it fetches. Every answer
 * is younger than its question. Answers are shared: change none.
 */
export function batchLoader<Answer>(
  findAll: (db: Db, keys: string[]) => Promise<Map<string, Answer>>,
) {
  const waitingOn = new WeakMap<Db, Map<string, PromiseWithResolvers<Answer | undefined>>>()

  async function answer(db: Db): Promise<void> {
    const asked = waitingOn.get(db) ?? new Map()
    waitingOn.delete(db)
    try {
      const found = await findAll(db, [...asked.keys()])
      for (const [key, { resolve }] of asked) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of asked.values()) reject(error)
    }
  }

  return (db: Db, key: string): Promise<Answer | undefined> => {
    let waiting = waitingOn.get(db)
    if (waiting === undefined) {
      waiting = new Map()
      waitingOn.set(db, waiting)
      setImmediate(answer, db)
    }
    const own = waiting.get(key) ?? Promise.withResolvers()
    waiting.set(key, own)
    return own.promise
  }
}
