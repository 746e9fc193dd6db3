import { closePending, listPendingBefore } from '../../../db/queries/commerce.ts'
import type { Deps } from '../../context.ts'

const millisecondsToPay = 24 * 3_600_000
const atMost = 1_000

/** Gives up what nobody paid within a day; a part of it when there is very much. */
export async function expireTransactions({ db, now, withTransaction }: Pick<Deps, 'db' | 'now' | 'withTransaction'>): Promise<void> {
  const before = new Date(now().getTime() - millisecondsToPay)
  // One by one: who locks several at once may wait in a circle with a learner who buys.
  for (const id of await listPendingBefore(db, before, atMost)) await withTransaction((db) => closePending(db, [id], 'expired'))
}
