import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '../../db/client.ts'
import { describeCause } from '../describe-cause.ts'

/** Work that happens after the answer, and again until it succeeds. */
export interface JobPayloads {
  'send-code': { email: string; purpose: 'verify_email' | 'reset_password' }
  'render-certificate': { certificateId: string }
  'clean-up': Record<string, never>
}
export type JobName = keyof JobPayloads
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

export interface Jobs {
  /** Writes the job in the transaction of `db`: it exists if and only if that commits. */
  enqueue<Name extends JobName>(db: Db, name: Name, payload: JobPayloads[Name]): Promise<void>
  /** Tells this process' workers to look now, not at their next round. */
  wake(name: JobName): void
  /** Starts working. A handler that throws is called again later, with growing pauses. */
  work(handlers: JobHandlers): Promise<void>
  /** Lets jobs in hand finish, then stops. */
  stop(): Promise<void>
}

interface QueueSettings {
  workers: number
  retryLimit: number
  /** Seconds, doubled with each retry up to the maximum. */
  retryDelay: number
  retryDelayMax: number
  expireInSeconds: number
}

const queues = {
  'send-code': { workers: 2, retryLimit: 12, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 60 },
  // Gives up within 40 minutes; the hourly clean-up begins anew with what has no file.
  'render-certificate': { workers: 2, retryLimit: 9, retryDelay: 2, retryDelayMax: 3600, expireInSeconds: 120 },
  'clean-up': { workers: 1, retryLimit: 2, retryDelay: 60, retryDelayMax: 600, expireInSeconds: 300 },
} as const satisfies Record<JobName, QueueSettings>

const names = Object.keys(queues) as JobName[]

export interface JobsOptions {
  db: Db
  log: Logger
  /** Whether this process looks after the queues (schedules, retries of lost jobs); a short-lived one leaves that to the server. */
  maintain: boolean
}

/** pg-boss, in the same PostgreSQL as everything else. */
export async function createJobs({ db, log, maintain }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({ db: executorOf(db), schema: 'pgboss', supervise: maintain, schedule: maintain })
  let stopping = false
  boss.on('error', (error) => {
    if (!stopping) log.error({ cause: describeCause(error) }, 'job queue')
  })
  await boss.start()
  try {
    await createQueues(boss)
  } catch (error) {
    stopping = true
    await boss.stop({ graceful: false })
    throw error
  }
  const workerIds = new Map<JobName, string[]>(names.map((name) => [name, []]))

  return {
    enqueue: async (db, name, payload) => {
      await boss.send(name, payload, { db: executorOf(db) })
    },
    wake: (name) => {
      for (const id of workerIds.get(name) ?? []) boss.notifyWorker(id)
    },
    work: async (handlers) => {
      for (const name of names) {
        for (let worker = 0; worker < queues[name].workers; worker++) {
          const id = await boss.work<JobPayloads[typeof name]>(name, { pollingIntervalSeconds: 1 }, async ([job]) => {
            if (job === undefined) return
            await (handlers[name] as (payload: JobPayloads[typeof name]) => Promise<void>)(job.data).catch((error: unknown) => {
              log.warn({ job: name, cause: describeCause(error) }, 'job failed and will be tried again')
              // The queue keeps what a job failed with; a driver's words hold parameters.
              throw new Error('failed; the reason is in the log')
            })
          })
          workerIds.get(name)?.push(id)
        }
      }
      await boss.schedule('clean-up', '17 * * * *')
    },
    stop: async () => {
      stopping = true
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  for (const name of names) {
    const { retryLimit, retryDelay, retryDelayMax, expireInSeconds } = queues[name]
    const settings = { retryLimit, retryDelay, retryBackoff: true, retryDelayMax, expireInSeconds }
    await boss.createQueue(name, { ...settings })
    await boss.updateQueue(name, settings)
  }
}

/** pg-boss writes its own SQL; it runs wherever ours does, in the same transaction where there is one. */
function executorOf(db: Db): PgBoss.Db {
  const { $client } = db as unknown as { $client: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> } }
  return { executeSql: (text, values) => $client.query(text, values) }
}
