import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../postgres/client.ts'
import { receiptCounters, receiptGaps, receipts } from '../../../schema/shop/receipts.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/**
 * Takes the year's next number. Its counter stays locked until the end of the transaction, so that
 * numbers have no gaps.
 */
export async function insertReceipt(
  db: Db,
  receipt: Omit<typeof receipts.$inferInsert, 'year' | 'number'> & { issuedOn: string },
): Promise<ReceiptRow> {
  const year = Number(receipt.issuedOn.slice(0, 4))
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

/** Lists the receipts of transactions, by the transaction's id. */
export async function listReceipts(
  db: Db,
  transactionIds: string[],
): Promise<Map<string, ReceiptRow>> {
  if (transactionIds.length === 0) return new Map()
  const found = await db
    .select()
    .from(receipts)
    .where(inArray(receipts.transactionId, transactionIds))
  return new Map(found.map((receipt) => [receipt.transactionId, receipt]))
}

export type ReceiptGap = typeof receiptGaps.$inferSelect

/** Skips the year's next numbers, and keeps on record why they are missing. */
export async function skipReceiptNumbers(
  db: Db,
  { year, count, reason, at }: { year: number; count: number; reason: string; at: Date },
): Promise<ReceiptGap> {
  const counter = db.$with('counter').as(
    db
      .insert(receiptCounters)
      .values({ year, last: count })
      .onConflictDoUpdate({
        target: receiptCounters.year,
        set: { last: sql`${receiptCounters.last} + ${count}` },
      })
      .returning({ last: receiptCounters.last }),
  )
  const [gap] = await db
    .with(counter)
    .insert(receiptGaps)
    .values({
      year,
      first: sql`(select last - ${count}::int + 1 from counter)`,
      last: sql`(select last from counter)`,
      reason,
      skippedAt: at,
    })
    .returning()
  if (gap === undefined) throw new Error('The gap was not written.')
  return gap
}

/** Counts the numbers of the year that were skipped since then. */
export async function countSkippedReceipts(
  db: Db,
  { year, since }: { year: number; since: Date },
): Promise<number> {
  const [skipped] = await db
    .select({
      count: sql<number>`coalesce(sum(${receiptGaps.last} - ${receiptGaps.first} + 1), 0)::int`,
    })
    .from(receiptGaps)
    .where(and(eq(receiptGaps.year, year), gte(receiptGaps.skippedAt, since)))
  return skipped?.count ?? 0
}

/** Finds the last number given or skipped in the year; 0 before the first. */
export async function findLastReceiptNumber(db: Db, year: number): Promise<number> {
  const [counter] = await db.select().from(receiptCounters).where(eq(receiptCounters.year, year))
  return counter?.last ?? 0
}

export async function findByReceiptNumber(
  db: Db,
  { year, number }: { year: number; number: number },
): Promise<ReceiptRow | undefined> {
  const [receipt] = await db
    .select()
    .from(receipts)
    .where(and(eq(receipts.year, year), eq(receipts.number, number)))
  return receipt
}
