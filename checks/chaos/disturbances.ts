import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from './random.ts'
import { connect, type World } from './world.ts'

export interface Disturbances {
  terminated: number
  killed: number
  /** When the last fault was over, by `performance.now()`. */
  lastAt: number
  /** Seconds from then until no job was left. */
  secondsToSettle?: number
}

/**
 * Cuts the servers' connections to the database and kills a server about every 15 seconds, until
 * the time is over. Both servers run at the end.
 */
export async function disturb(
  { databaseUrl, servers }: World,
  { seed, until }: { seed: number; until: number },
): Promise<Disturbances> {
  const done = { terminated: 0, killed: 0, lastAt: performance.now() }
  const random = randomFrom(`${seed} disturbances`)
  const isOver = () => performance.now() >= until
  const pause = (milliseconds: number) =>
    sleep(Math.min(milliseconds, Math.max(0, until - performance.now())))

  async function terminate(): Promise<void> {
    const database = await connect(databaseUrl)
    while (!isOver()) {
      await pause(400 + random.below(1_600))
      const most = 1 + random.below(3)
      const { rows } = await database.query(
        `select count(pg_terminate_backend(pid))::int as ended from (
           select pid from pg_stat_activity
           where datname = current_database() and application_name = 'lyceum'
           order by md5(pid::text || $1) limit $2
         ) as chosen`,
        [String(random.below(1_000_000)), most],
      )
      done.terminated += rows[0].ended
      if (rows[0].ended > 0) done.lastAt = performance.now()
    }
    await database.end()
  }

  const victims = randomFrom(`${seed} killed servers`)
  async function kill(): Promise<void> {
    // The last one dies at the very end: how long its jobs take then is what is measured.
    do {
      await pause(8_000 + victims.below(8_000))
      const server = servers[victims.below(servers.length)]
      const downFor = 500 + victims.below(3_000)
      if (server === undefined) return
      await server.kill()
      done.killed++
      await sleep(downFor)
      await server.start()
      done.lastAt = performance.now()
    } while (!isOver())
  }

  await Promise.all([terminate(), kill()])
  return done
}
