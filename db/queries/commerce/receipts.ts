import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { receiptCounters, receipts } from '../../schema/commerce/receipts.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/**
 * Takes the next number of the year. Its counter stays locked until the end of the transaction, so
 * that numbers have no gaps.
 */
export async function insertReceipt(
  db: Db,
  receipt: Omit<typeof receipts.$inferInsert, 'year' | 'number'>,
): Promise<ReceiptRow> {
  const year = receipt.issuedAt.getUTCFullYear()
  const counter = db.$with('counter').as(
    db
      .insert(receiptCounters)
      .values({ year, last: 1 })
      .onConflictDoUpdate({
        target: receiptCounters.year,
        set: { last: sql`${receiptCounters.last} + 1` },
      })
      .returning({ last: receiptCounters.last }),
  )
  const [inserted] = await db
    .with(counter)
    .insert(receipts)
    .values({ ...receipt, year, number: sql`(select last from counter)` })
    .returning()
  if (inserted === undefined) throw new Error('The receipt was not written.')
  return inserted
}

export async function findReceipt(db: Db, transactionId: string): Promise<ReceiptRow | undefined> {
  const [receipt] = await db
    .select()
    .from(receipts)
    .where(eq(receipts.transactionId, transactionId))
  return receipt
}
