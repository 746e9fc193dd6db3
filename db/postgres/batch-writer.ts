import { createBatchLoader } from './batch-loader.ts'
import type { Db } from './client.ts'
import { databaseError } from './failures.ts'

/**
 * Works like createBatchLoader(), for writes: items of one tick share a statement: the first of
 * each learner, since no statement may change a row twice, in the order of learners, so that no two
 * statements wait for each other. A learner's others follow. If PostgreSQL refuses a batch for one
 * item, each is sent again alone.
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
    const byLearner = Map.groupBy(items, ({ userId }) => userId)
    const firsts = new Set([...byLearner.values()].flatMap(([first]) => first ?? []))
    const inOrder = [...firsts].sort((one, other) => (one.userId < other.userId ? -1 : 1))
    const together = writeAll(db, inOrder)
    const alone = async (item: Item) => (await writeAll(db, [item])).get(item)

    function written(item: Item): Promise<Written | undefined> {
      return together.then(
        (found) => (firsts.has(item) ? found.get(item) : alone(item)),
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
