import {
  findTransaction,
  lockPurchasesOf,
  lockTransaction,
  type TransactionRow,
} from '../../../db/queries/transactions.ts'
import type { Deps } from '../../context.ts'

/**
 * The transaction as it is, and nobody else changes it or buys for its owner until the end of the
 * database transaction. The owner always comes first, as in purchases: who locks in one order never
 * waits in a circle.
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
