import { eq, inArray, lt, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startApi } from '../server/test/api.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import { rateCounters } from './schema/platform/limits.ts'

test('a backlog of any size is deleted, and nothing else', async () => {
  await using api = await startApi()
  const { db } = api.deps
  await db.execute(sql`
    insert into rate_counters (key, used, resets_at)
    select 'old ' || n, 1, now() - interval '1 day' from generate_series(1, 4500) n`)
  await db.execute(sql`
    insert into rate_counters (key, used, resets_at)
    select 'new ' || n, 1, now() + interval '1 day' from generate_series(1, 10) n`)

  await deleteInBatches(db, rateCounters, lt(rateCounters.resetsAt, new Date()))

  expect(await db.$count(rateCounters)).toBe(10)
})

test('a row that somebody is renewing is neither waited for nor deleted', async () => {
  await using api = await startApi()
  const { db, withTransaction } = api.deps
  await db.execute(sql`
    insert into rate_counters (key, used, resets_at)
    select key, 1, now() - interval '1 day' from unnest(array['renewed', 'old']) key`)

  await withTransaction(async (tx) => {
    const isRenewed = eq(rateCounters.key, 'renewed')
    const resetsAt = new Date(Date.now() + 86_400_000)
    await tx.update(rateCounters).set({ resetsAt }).where(isRenewed)
    await deleteInBatches(db, rateCounters, lt(rateCounters.resetsAt, new Date()))
  })

  const left = await db
    .select({ key: rateCounters.key })
    .from(rateCounters)
    .where(inArray(rateCounters.key, ['renewed', 'old']))
  expect(left).toEqual([{ key: 'renewed' }])
})
