import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { rateCounters } from '../../schema/platform/limits.ts'

export interface Counter {
  used: number
  resetsAt: Date
}

export interface Use {
  key: string
  now: Date
  windowSeconds: number
  /** How many uses to count. Default: 1. */
  uses?: number
}

/** Counts a use, in a new window when the last one is over, and returns the new count. */
export async function countUse(
  db: Db,
  { key, now, windowSeconds, uses = 1 }: Use,
): Promise<Counter> {
  const resetsAt = new Date(now.getTime() + windowSeconds * 1000)
  const windowIsOver = sql`${rateCounters.resetsAt} <= ${now.toISOString()}`
  const [counter] = await db
    .insert(rateCounters)
    .values({ key, used: uses, resetsAt })
    .onConflictDoUpdate({
      target: rateCounters.key,
      set: {
        used: sql`case when ${windowIsOver} then excluded.used
          else ${rateCounters.used} + excluded.used end`,
        resetsAt: sql`case when ${windowIsOver} then excluded.resets_at
          else ${rateCounters.resetsAt} end`,
      },
    })
    .returning({ used: rateCounters.used, resetsAt: rateCounters.resetsAt })
  if (counter === undefined) throw new Error('The counter was not written.')
  return counter
}

export async function uncountUse(db: Db, key: string): Promise<void> {
  await db
    .update(rateCounters)
    .set({ used: sql`greatest(${rateCounters.used} - 1, 0)` })
    .where(eq(rateCounters.key, key))
}

export async function resetCounter(db: Db, key: string): Promise<void> {
  await db.delete(rateCounters).where(eq(rateCounters.key, key))
}

export async function deleteExpiredCounters(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, rateCounters, lt(rateCounters.resetsAt, now))
}
