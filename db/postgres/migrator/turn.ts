import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Blocker, instant } from '../connections/lock-waits.ts'
import { describeBlockers } from './lock-watch.ts'
import type { MigrationLog } from './types.ts'

// 'lyceum' in ASCII, cut to fit an advisory lock.
const migrationLock = 0x6c796365

const [tryMilliseconds, sayMilliseconds] = [250, 5_000]

/**
 * Waits until no other process migrates. Asks repeatedly, because a concurrent index would in turn
 * wait for a session that waits in a statement.
 */
export async function takeTurn(client: Client, log: MigrationLog): Promise<void> {
  let saidAt = performance.now()
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock])
    if (rows[0].mine) return
    if (performance.now() - saidAt > sayMilliseconds) {
      saidAt = performance.now()
      const others = describeBlockers(await holdersOfTurn(client))
      log.info({ others }, 'waiting: another process migrates the database')
    }
    await sleep(tryMilliseconds * (0.5 + Math.random()))
  }
}

async function holdersOfTurn(client: Client): Promise<Blocker[]> {
  const { rows } = await client.query(
    `select a.pid, a.application_name as application, ${instant('a.query_start')} as "queryStartedAt"
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [migrationLock],
  )
  return rows
}
