import { closePending, listPendingBefore } from '../../../db/queries/commerce.ts'
import type { Deps } from '../../context.ts'

const millisecondsToPay = 24 * 3_600_000
const atMost = 1_000

/** Gives up what nobody paid within a day; a part of it when there is very much. */
export async function expireTransactions({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await closePending(db, await listPendingBefore(db, new Date(now().getTime() - millisecondsToPay), atMost), 'expired')
}
