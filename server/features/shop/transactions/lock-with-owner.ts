import {
  findTransaction,
  lockPurchasesOf,
  lockTransaction,
  type TransactionRow,
} from '../../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../context.ts'

/**
 * Locks the transaction and the purchases of its owner until the end of the database transaction.
 * The owner is always locked first, as in purchases: one order of locks rules out deadlocks.
 */
export async function lockWithOwner(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<TransactionRow | undefined> {
  const found = await findTransaction(db, id)
  if (found === undefined) return undefined
  if (found.userId !== null) await lockPurchasesOf(db, found.userId)
  return lockTransaction(db, id)
}
