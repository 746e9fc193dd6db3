import { createBatchLoader } from './batch-loader.ts'
import type { Db } from './client.ts'
import { databaseError } from './failures.ts'

/**
 * Like createBatchLoader(), for what is written: items that come in one tick of the event loop share
 * a statement, one of each learner, so that none meets its own row, and in their order, so that no
 * two statements wait for each other. What PostgreSQL refuses because of one is sent again alone.
 */
export function createBatchWriter<Item extends { userId: string }, Written>(
  write: (db: Db, items: readonly Item[]) => Promise<readonly (Written & { number: number })[]>,
) {
  async function writeAll(db: Db, items: readonly Item[]): Promise<Map<Item, Written>> {
    const rows = await write(db, items)
    return new Map(
      rows.flatMap((row) => {
        const item = items[row.number - 1]
        return item === undefined ? [] : [[item, row] as const]
      }),
    )
  }

  const load = createBatchLoader<Written>((db, keys) => {
    const items = keys.map((key): Item => JSON.parse(key))
    const firstOf = new Set(new Map(items.map((item) => [item.userId, item])).values())
    const inOrder = [...firstOf].sort((one, other) => (one.userId < other.userId ? -1 : 1))
    const together = writeAll(db, inOrder)
    const alone = async (item: Item) => (await writeAll(db, [item])).get(item)

    function written(item: Item): Promise<Written | undefined> {
      if (!firstOf.has(item)) return alone(item)
      return together.then(
        (found) => found.get(item),
        (error: unknown) => {
          if (keys.length === 1 || databaseError(error) === undefined) throw error
          return alone(item)
        },
      )
    }
    return Promise.resolve(new Map(items.map((item, at) => [keys[at] ?? '', written(item)])))
  })

  return (db: Db, item: Item): Promise<Written | undefined> => load(db, JSON.stringify(item))
}
