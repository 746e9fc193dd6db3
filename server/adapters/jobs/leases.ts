import type PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { describeCause } from '../../errors/describe-cause.ts'

/** How often running jobs are reported to be alive, and lost ones looked for. */
const renewalMilliseconds = 4_000
/** Seconds without a report after which a job's server counts as gone. */
const lostAfterSeconds = 12

interface RunningJob {
  name: string
  id: string
  /** Seconds that it may run. */
  seconds: number
}

export interface LeaseOptions {
  db: PgBoss.Db
  log: Logger
  /** Names of the queues. */
  names: string[]
  /** Whether this process returns lost jobs to their queues. */
  reclaims: boolean
}

/**
 * Returns jobs of killed servers to their queues within seconds. pg-boss itself waits until a try's
 * time is over, because up to version 11 it cannot know whether it still runs.
 */
export function keepLeases({ db, log, names, reclaims }: LeaseOptions) {
  const running = new Set<RunningJob & { until: number }>()

  async function renew(): Promise<void> {
    const now = performance.now()
    // Leaves out those beyond their time: pg-boss has given them up, and they may run elsewhere.
    const alive = [...running].filter(({ until }) => until > now)
    if (alive.length === 0) return
    await db.executeSql(
      `update pgboss.job set started_on = now()
      where state = 'active' and (name, id) in (select * from unnest($1::text[], $2::uuid[]))`,
      [alive.map(({ name }) => name), alive.map(({ id }) => id)],
    )
  }

  // Keeps counting tries, so that a job that kills its server is not tried forever.
  async function reclaim(): Promise<void> {
    const { rows } = await db.executeSql(
      `update pgboss.job set state = 'retry', start_after = now()
      where state = 'active' and name = any($1::text[]) and retry_count < retry_limit
        and started_on < now() - $2 * interval '1 second'
      returning name, id`,
      [names, lostAfterSeconds],
    )
    for (const { name, id } of rows)
      log.warn({ job: name, id }, 'the server that ran this job is gone: the job is run again')
  }

  async function beat(): Promise<void> {
    await renew()
    if (reclaims) await reclaim()
  }

  const timer = setInterval(() => {
    beat().catch((error: unknown) =>
      log.warn({ cause: describeCause(error) }, 'running jobs could not be reported'),
    )
  }, renewalMilliseconds)

  return {
    /** Reports the job as running until it is released. */
    hold: (job: RunningJob) => {
      const held = { ...job, until: performance.now() + job.seconds * 1_000 }
      running.add(held)
      return () => running.delete(held)
    },
    close: () => clearInterval(timer),
  }
}
