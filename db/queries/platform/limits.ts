import { lt } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import type { Db } from '../../postgres/client.ts'
import { runNamed } from '../../postgres/named-statement.ts'
import { rateCounters } from '../../schema/platform/limits.ts'

export interface Counter {
  used: number
  resetsAt: Date
}

export interface Use {
  key: string
  windowSeconds: number
  /** The number of uses to count. Default: 1. */
  uses?: number
  /** The most uses in the window with which the next in turn is counted, too. */
  allowed?: number
}

/**
 * Counts uses in turn, up to the first that is too many, each in a new window once its last one is
 * over, and returns the new counts. All callers lock their counters in the given order.
 */
export async function countUses(db: Db, now: Date, uses: readonly Use[]): Promise<Counter[]> {
  if (uses.length === 0) return []
  const steps = uses.map((_use, index) => {
    const [key, used, resetsAt] = [4 * index + 2, 4 * index + 3, 4 * index + 4]
    return `
      insert into rate_counters as c (key, used, resets_at)
      select $${key}, $${used}::int, $${resetsAt}::timestamptz
      ${index === 0 ? '' : `from use_${index - 1} where used <= $${4 * index + 1}`}
      on conflict (key) do update set
        used = case when c.resets_at <= $1 then excluded.used else c.used + excluded.used end,
        resets_at = case when c.resets_at <= $1 then excluded.resets_at else c.resets_at end
      returning c.used, c.resets_at as "resetsAt"`
  })
  const named = steps.map((step, index) => `use_${index} as (${step})`)
  const counts = steps.map((_step, index) => `select ${index} as turn, * from use_${index}`)
  const values = uses.flatMap(({ key, windowSeconds, uses = 1, allowed }) => [
    key,
    uses,
    new Date(now.getTime() + windowSeconds * 1000),
    allowed,
  ])
  return runNamed(db, {
    name: `count_${uses.length}_uses`,
    text:
      uses.length === 1
        ? (steps[0] ?? '')
        : `with ${named} ${counts.join(' union all ')} order by turn`,
    values: [now, ...values.slice(0, -1)],
  })
}

/** Takes back one use of each, in the order given; the key to forget comes first and loses all. */
export async function uncountUses(
  db: Db,
  keys: readonly string[],
  forgotten?: string,
): Promise<void> {
  const all = forgotten === undefined ? keys : [forgotten, ...keys]
  const steps = all.map((key, index) => {
    const change =
      key === forgotten
        ? 'delete from rate_counters'
        : 'update rate_counters set used = greatest(used - 1, 0)'
    const turn = index === 0 ? '' : `and (select count(*) from step_${index - 1}) >= 0`
    return `step_${index} as (${change} where key = $${index + 1} ${turn} returning 1)`
  })
  if (steps.length === 0) return
  await runNamed(db, {
    name: `uncount_${keys.length}_of_${all.length}_uses`,
    text: `with ${steps} select`,
    values: [...all],
  })
}

export async function deleteExpiredCounters(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, rateCounters, lt(rateCounters.resetsAt, now))
}
