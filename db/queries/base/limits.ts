import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { runNamed } from '../../named-statement.ts'
import { rateCounters } from '../../schema/base/limits.ts'

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
  const [counter] = await runNamed<Counter>(db, {
    name: 'count_use',
    text: `
      insert into rate_counters as c (key, used, resets_at) values ($1, $2, $3)
      on conflict (key) do update set
        used = case when c.resets_at <= $4 then excluded.used else c.used + excluded.used end,
        resets_at = case when c.resets_at <= $4 then excluded.resets_at else c.resets_at end
      returning c.used, c.resets_at as "resetsAt"`,
    values: [key, uses, resetsAt, now],
  })
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
