import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from './random.ts'
import { connect, type World } from './world.ts'

export interface Disturbances {
  terminated: number
  killed: number
}

/**
 * Cuts the servers' connections to the database and kills a server about every 15 seconds, until
 * the time is over. Both servers run at the end.
 */
export async function disturb(
  { databaseUrl, servers }: World,
  { seed, until }: { seed: number; until: number },
): Promise<Disturbances> {
  const done = { terminated: 0, killed: 0 }
  const random = randomFrom(`${seed} disturbances`)
  const isOver = () => performance.now() >= until

  async function terminate(): Promise<void> {
    const database = await connect(databaseUrl)
    while (!isOver()) {
      await sleep(400 + random.below(1_600))
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
    }
    await database.end()
  }

  const victims = randomFrom(`${seed} killed servers`)
  async function kill(): Promise<void> {
    while (!isOver()) {
      await sleep(8_000 + victims.below(8_000))
      const server = servers[victims.below(servers.length)]
      const pause = 500 + victims.below(3_000)
      if (isOver() || server === undefined) return
      await server.kill()
      done.killed++
      await sleep(pause)
      await server.start()
    }
  }

  await Promise.all([terminate(), kill()])
  return done
}
