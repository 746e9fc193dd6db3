import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../context.ts'

/**
 * Holds what `hold` locks, runs the action until it waits for that, looks around with the locks
 * still held, and lets the action go on. Fails when the action does not wait.
 */
export async function whileHeld<Result>(
  { db, withTransaction }: Deps,
  {
    hold,
    action,
    look = async () => {},
  }: {
    hold: (db: Db) => Promise<unknown>
    action: () => Promise<Result>
    look?: (db: Db) => Promise<unknown>
  },
): Promise<Result> {
  let running: Promise<Result> | undefined
  try {
    await withTransaction(async (held) => {
      await hold(held)
      const { rows } = await held.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      running = action()
      const waiting = async () => {
        const waiters = await db.execute(sql`
          select pid from pg_stat_activity where ${rows[0]?.pid}::int = any(pg_blocking_pids(pid))`)
        return waiters.rows.length > 0
      }
      await expect.poll(waiting, { timeout: 10_000 }).toBe(true)
      await look(held)
    })
  } finally {
    await running?.catch(() => undefined)
  }
  if (running === undefined) throw new Error('The action never began.')
  return running
}
