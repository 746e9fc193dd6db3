import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '../../db/postgres/client.ts'
import { type Deps, inTransaction } from '../context.ts'

/**
 * Holds what `hold` locks, runs the action until it waits for that, looks around with the locks
 * still held, and lets the action go on. Fails when the action does not wait.
 */
export async function whileHeld<Result>(
  deps: Deps,
  {
    hold,
    action,
    look = async () => {},
  }: {
    hold: (db: Db, ctx: Deps) => Promise<unknown>
    action: () => Promise<Result>
    look?: (db: Db, ctx: Deps) => Promise<unknown>
  },
): Promise<Result> {
  let running: Promise<Result> | undefined
  try {
    await inTransaction(deps, async (ctx) => {
      await hold(ctx.db, ctx)
      const { rows } = await ctx.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      running = action()
      const waiting = async () => {
        const waiters = await deps.db.execute(sql`
          select pid from pg_stat_activity where ${rows[0]?.pid}::int = any(pg_blocking_pids(pid))`)
        return waiters.rows.length > 0
      }
      await expect.poll(waiting, { timeout: 30_000 }).toBe(true)
      await look(ctx.db, ctx)
    })
  } finally {
    await running?.catch(() => undefined)
  }
  if (running === undefined) throw new Error('The action never began.')
  return running
}
