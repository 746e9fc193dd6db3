import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Blocker, findWaits, type Wait } from '../connections/lock-waits.ts'
import type { MigrationLog } from './types.ts'

export interface LockWatch {
  /** Returns the table that the session waits for, or last waited for. */
  lastWait(): Wait | undefined
  end(): Promise<void>
}

const lookMilliseconds = 250
const sayMilliseconds = 5_000

/**
 * Watches from a second session which locks a session waits for, and logs it every few seconds:
 * once its statement has failed, PostgreSQL no longer knows who was in the way.
 */
export function watchLocks(
  observer: Client,
  { pid, migration, log }: { pid: number; migration: string; log: MigrationLog },
): LockWatch {
  let wait: Wait | undefined
  let saidAt = performance.now()
  const ending = new AbortController()

  async function look(): Promise<void> {
    const seen = (await findWaits(observer, [pid])).get(pid)
    if (seen === undefined || seen.blockers.length === 0) return
    wait = seen
    if (performance.now() - saidAt < sayMilliseconds) return
    saidAt = performance.now()
    log.info({ migration, ...seen }, 'a migration waits for a lock')
  }

  async function watch(): Promise<void> {
    for (;;) {
      await sleep(lookMilliseconds, undefined, { signal: ending.signal })
      await look()
    }
  }

  // Only explains: a migration does not fail if nobody watches.
  const watching = watch().catch(() => undefined)
  return {
    lastWait: () => wait,
    end: () => {
      ending.abort()
      return watching
    },
  }
}

/** Waits until the transactions in the way have ended, or the time is over. */
export async function untilGone(
  observer: Client,
  blockers: Blocker[],
  milliseconds: number,
): Promise<void> {
  const deadline = performance.now() + milliseconds
  while (performance.now() < deadline) {
    const { rows } = await observer.query(
      `select from pg_stat_activity a
       join unnest($1::int[], $2::timestamptz[]) as blocker (pid, started) using (pid)
       where a.xact_start = blocker.started limit 1`,
      [
        blockers.map(({ pid }) => pid),
        blockers.map(({ transactionStartedAt }) => transactionStartedAt ?? null),
      ],
    )
    if (rows.length === 0) return
    await sleep(lookMilliseconds)
  }
}

/** Describes for the log and the errors who is in the way, without the text of any query. */
export function describeBlockers(blockers: Blocker[]): string {
  return blockers
    .map(({ pid, application, queryStartedAt }) => {
      const name = application === '' ? 'without a name' : application
      return queryStartedAt === undefined
        ? `process ${pid} (${name})`
        : `process ${pid} (${name}, query started at ${queryStartedAt})`
    })
    .join(', ')
}
