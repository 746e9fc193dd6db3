import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * Does `work` within the current transaction, and undoes only that if it fails: the transaction
 * goes on. Needs a transaction.
 */
export async function atSavepoint<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  await db.execute(sql`savepoint part`)
  try {
    const result = await work()
    await db.execute(sql`release savepoint part`)
    return result
  } catch (error) {
    await db.execute(sql`rollback to savepoint part`)
    // Removes it: the work around may be at a savepoint of the same name.
    await db.execute(sql`release savepoint part`)
    throw error
  }
}
