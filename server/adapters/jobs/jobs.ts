import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '../../../db/client.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import type { Notice } from '../../features/notifications/mail-texts.ts'
import type { CodePurpose } from '../../security/one-time-codes.ts'

/** Work that happens after the answer, and again until it succeeds. */
export interface JobPayloads {
  /**
   * `newEmail`: what the email is to be changed to. `ip`: from where a stranger, or somebody
   * who is not signed in, asked for it.
   */
  'send-code': { email: string; purpose: CodePurpose; newEmail?: string; ip?: string }
  'send-notification': { to: string; name: string; locale: string; at: string; notice: Notice }
  'render-certificate': { certificateId: string }
  'fulfil-transaction': { transactionId: string }
  'send-refund': { refundId: string }
  /** Of a purchase that was given up. */
  'cancel-payment': { provider: string; reference: string }
  'clean-up': Record<string, never>
  'check-data': Record<string, never>
}
export type JobName = keyof JobPayloads
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

export interface Jobs {
  /** Writes the job in the transaction of `db`: it exists if and only if that commits. */
  enqueue<Name extends JobName>(db: Db, name: Name, payload: JobPayloads[Name]): Promise<void>
  /** Tells this process' workers to look now, not at their next round. */
  wake(name: JobName): void
  /**
   * How many jobs there are, of all processes; counted every ten seconds by one that looks after
   * the queues.
   */
  sizes(): Promise<QueueSize[]>
  /** Starts working. A handler that throws is called again later, with growing pauses. */
  work(handlers: JobHandlers): Promise<void>
  /** Lets jobs in hand finish, then stops. */
  stop(): Promise<void>
}

export interface QueueSize {
  queue: JobName
  /** Waiting, those that are to be tried again included. */
  queued: number
  active: number
}

interface QueueSettings {
  workers: number
  retryLimit: number
  /** Seconds, doubled with each retry up to the maximum. */
  retryDelay: number
  retryDelayMax: number
  /** How long one try may take, and how long one waits that the server did not survive. */
  expireInSeconds: number
  /** When a job that is done or given up is forgotten; a week, unless given. */
  deleteAfterSeconds?: number
}

const queues = {
  // A mail server may be down for a day. While one recipient's hangs the other workers go on. What
  // was mailed to whom is soon forgotten.
  'send-code': {
    workers: 4,
    retryLimit: 150,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 30,
    deleteAfterSeconds: 3600,
  },
  'send-notification': {
    workers: 2,
    retryLimit: 150,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 30,
    deleteAfterSeconds: 3600,
  },
  // Gives up within 40 minutes; the hourly clean-up begins anew with what has no file.
  'render-certificate': {
    workers: 2,
    retryLimit: 9,
    retryDelay: 2,
    retryDelayMax: 3600,
    expireInSeconds: 120,
  },
  // Both give up after some two hours; the hourly clean-up begins anew with what is not done.
  'fulfil-transaction': {
    workers: 1,
    retryLimit: 16,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 60,
  },
  'send-refund': {
    workers: 1,
    retryLimit: 16,
    retryDelay: 5,
    retryDelayMax: 600,
    expireInSeconds: 60,
  },
  // Payment pages end by themselves after a day.
  'cancel-payment': {
    workers: 1,
    retryLimit: 16,
    retryDelay: 5,
    retryDelayMax: 600,
    expireInSeconds: 60,
  },
  'clean-up': {
    workers: 1,
    retryLimit: 2,
    retryDelay: 60,
    retryDelayMax: 600,
    expireInSeconds: 300,
  },
  'check-data': {
    workers: 1,
    retryLimit: 2,
    retryDelay: 600,
    retryDelayMax: 600,
    expireInSeconds: 3600,
  },
} as const satisfies Record<JobName, QueueSettings>

const names = Object.keys(queues) as JobName[]

export interface JobsOptions {
  db: Db
  log: Logger
  /**
   * Whether this process looks after the queues (schedules, retries of lost jobs); a short-lived
   * one leaves that to the server.
   */
  maintain: boolean
}

/** pg-boss, in the same PostgreSQL as everything else. */
export async function createJobs({ db, log, maintain }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    db: executorOf(db),
    schema: 'pgboss',
    supervise: maintain,
    schedule: maintain,
    // How long what a killed server had in hand waits beyond its own time before it is begun again.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
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
    sizes: async () => {
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      return names.map((queue) => ({
        queue,
        queued: known.get(queue)?.queuedCount ?? 0,
        active: known.get(queue)?.activeCount ?? 0,
      }))
    },
    work: async (handlers) => {
      for (const name of names) {
        for (let worker = 0; worker < queues[name].workers; worker++) {
          let id: string | undefined
          // Where there was work there may be more: nobody waits for the next round then.
          const lookAgain = () => id !== undefined && boss.notifyWorker(id)
          id = await boss.work<JobPayloads[typeof name]>(
            name,
            { pollingIntervalSeconds: 1 },
            async ([job]) => {
              if (job === undefined) return
              lookAgain()
              await (handlers[name] as (payload: JobPayloads[typeof name]) => Promise<void>)(
                job.data,
              ).catch((error: unknown) => {
                log.warn(
                  { job: name, cause: describeCause(error) },
                  'job failed and will be tried again',
                )
                // The queue keeps what a job failed with; a driver's words hold parameters.
                throw new Error('failed; the reason is in the log')
              })
            },
          )
          workerIds.get(name)?.push(id)
        }
      }
      await boss.schedule('clean-up', '17 * * * *')
      await boss.schedule('check-data', '43 3 * * *')
    },
    stop: async () => {
      stopping = true
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  for (const name of names) {
    const { workers: _here, ...perJob } = queues[name]
    const settings = { ...perJob, retryBackoff: true }
    await boss.createQueue(name, { ...settings })
    await boss.updateQueue(name, settings)
  }
}

/**
 * pg-boss writes its own SQL; it runs wherever ours does, in the same transaction where there is
 * one.
 */
function executorOf(db: Db): PgBoss.Db {
  const { $client } = db as unknown as {
    $client: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }
  }
  return { executeSql: (text, values) => $client.query(text, values) }
}
