import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { JobPayloads } from '../job-kinds.ts'
import type { Api } from './api.ts'

const patient = { timeout: 60_000, interval: 50 }

/**
 * Runs all jobs of these kinds now, also those that they enqueue, and waits until none is left. A
 * statement of its own counts them: an update skips rows that change while it looks at them, and
 * does not see the jobs that came with the change.
 */
export async function untilJobsAreDone(api: Api, ...names: (keyof JobPayloads)[]): Promise<void> {
  const listed = sql`name = any(${sql.param(names)}::text[])`
  const left = async () => {
    await api.deps.db.execute(sql`update pgboss.job set start_after = now()
      where ${listed} and state < 'active' and start_after > now()`)
    for (const name of names) api.deps.jobs.wake(name)
    const { rows } = await api.deps.db.execute(
      sql`select name from pgboss.job where ${listed} and state < 'completed'`,
    )
    return rows
  }
  await expect.poll(left, patient).toEqual([])
}

/** Waits until at least that many sessions wait for a lock: a job may join those that are meant. */
export async function untilLocksAreAwaited(api: Api, sessions = 1): Promise<void> {
  await expect.poll(() => sessionsWaiting(api), patient).toBeGreaterThanOrEqual(sessions)
}

/** Counts the sessions of the test's database that wait for a lock. */
export async function sessionsWaiting(api: Api): Promise<number> {
  const { rows } = await api.deps.db.execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}
