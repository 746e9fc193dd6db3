import { isDeepStrictEqual } from 'node:util'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '../../../db/postgres/client.ts'
import { jobQueueMigration } from '../../../db/postgres/migrator/job-queues.ts'
import { runNamed } from '../../../db/postgres/named-statement.ts'
import { newId } from '../../../lib/ids.ts'
import { shareCalls } from '../../../lib/single-flight.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { failureOf } from './failure-of.ts'
import {
  findKeptJob,
  hasUnfinishedJob,
  idsIn,
  type JobFilter,
  type KeptJob,
  type ListedJob,
  listKeptJobs,
  retryKeptJob,
} from './kept-jobs.ts'
import { keepLeases } from './leases.ts'
import { createPausing } from './pausing.ts'

/** How jobs of one kind are run and retried. */
export interface JobKind {
  /** Workers per process. Default: 1. */
  workers?: number
  retryLimit: number
  /** Seconds before a retry, doubled each time up to the maximum. */
  retryDelay: number
  retryDelayMax: number
  /** How long one try may take. */
  expireInSeconds: number
  /** When a job that succeeded or was given up is deleted. Default: after a week. */
  deleteAfterSeconds?: number
  /** When a job of this kind is enqueued by itself: cron, in UTC. */
  schedule?: string
}

/** Kinds of jobs; `Payloads` has a member for each: what a job of that kind carries. */
export type JobKinds<Payloads> = { readonly [Name in keyof Payloads]: JobKind }
/**
 * Handlers of jobs. A job keeps its id when it is retried; later jobs have higher ids, except for
 * those that a release before this rule enqueued.
 */
export type JobHandlers<Payloads> = {
  [Name in keyof Payloads]: (
    payload: Payloads[Name],
    id?: string,
    /** Whether the job is given up if this try fails. */
    isLastTry?: boolean,
  ) => Promise<void>
}
/** Handlers, or what loads them with each job. */
type GivenHandlers<Payloads> = JobHandlers<Payloads> | (() => Promise<JobHandlers<Payloads>>)
type NameOf<Payloads> = keyof Payloads & string

/** Queues of work that happens after the response, retried until it succeeds. */
export interface Jobs<Payloads> {
  /**
   * Writes the job in the transaction of `db`: it exists if and only if that commits. Returns the id
   * of the job.
   */
  enqueue<Name extends NameOf<Payloads>>(
    db: Db,
    name: Name,
    payload: Payloads[Name],
  ): Promise<string>
  /**
   * Does the same for jobs that may be thousands: they run after all others of their kind, and not
   * before that instant. Spread them: to find the next, the queue sorts all that are due.
   */
  enqueueLast(from: Date): Jobs<Payloads>['enqueue']
  /** Does the same for a job that must not run before that many seconds have passed. */
  enqueueIn(seconds: number): Jobs<Payloads>['enqueue']
  /** Whether a job that carries all of this waits or runs, in any process. */
  isUnfinished<Name extends NameOf<Payloads>>(
    db: Db,
    name: Name,
    part: Partial<Payloads[Name]>,
  ): Promise<boolean>
  /** Makes the workers of this process fetch jobs now, without waiting for the next look. */
  wake(name: NameOf<Payloads>): void
  /**
   * Returns how many jobs there are in all processes; counted every ten seconds by a process that
   * maintains the queues.
   */
  sizes(): Promise<QueueSize[]>
  /** Lists jobs of all processes, page by page. */
  list(db: Db, filter: JobFilter): Promise<ListedJob[]>
  find(db: Db, id: string): Promise<KeptJob | undefined>
  /** Gives a failed job one more try; undefined if it is not a failed one. */
  retry(db: Db, id: string): Promise<KeptJob | undefined>
  /** Starts working. A job whose handler throws is retried later, with growing pauses. */
  work(handlers: GivenHandlers<Payloads>): Promise<void>
  /** Lets running jobs finish, then stops. */
  stop(): Promise<void>
}

export interface QueueSize {
  queue: string
  /** Waiting jobs, including those that wait for a retry. */
  queued: number
  active: number
  /**
   * How long the oldest of the next jobs has existed; 0 when none is due. Jobs enqueued last may
   * wait for hours while the others do not.
   */
  oldestSeconds: number
}

/** Follows jobs from what enqueues them to their runs. */
export interface JobObserver {
  /** Returns what a job keeps to continue the trace that enqueues it (W3C Trace Context). */
  traceparent(): string | undefined
  /** Runs a job; `isLastTry` tells that it is given up if it fails again. */
  run(
    job: { name: string; traceparent: string | undefined; isLastTry: boolean },
    work: () => Promise<void>,
  ): Promise<void>
}

export interface JobsOptions<Payloads> {
  kinds: JobKinds<Payloads>
  db: Db
  log: Logger
  /**
   * Whether this process maintains the queues (schedules, retries of lost jobs); a short-lived one
   * leaves that to the server.
   */
  maintain: boolean
  observer?: JobObserver | undefined
  /** Condition in SQL under which no job is taken. Default: never. */
  pausedWhile?: string
}

/** Priority of these jobs; pg-boss takes higher ones first, and the others have 0. */
const lastPriority = -1

/** Added to the payload of a job that is traced. */
interface Traced {
  traceparent?: string
}

/** Creates job queues by pg-boss, in the same PostgreSQL as everything else. */
export async function createJobs<Payloads>({
  kinds,
  db,
  log,
  maintain,
  observer = unobserved,
  pausedWhile = 'false',
}: JobsOptions<Payloads>): Promise<Jobs<Payloads>> {
  const executor = executorOf(db)
  const pending = await jobQueueMigration((text) => executor.executeSql(text, []))
  if (pending !== undefined) throw new Error(`The job queues are not migrated: ${pending.name}.`)
  const boss = new PgBoss({
    db: executor,
    // Finds nothing to do, but without it pg-boss refuses the tables of a later release.
    migrate: true,
    schema: 'pgboss',
    supervise: false,
    schedule: maintain,
    // Stays below the pause between two looks, each of which counts the jobs anew.
    monitorIntervalSeconds: 9,
    // Looks up schedules more often than by default, and what they enqueue less often.
    cronMonitorIntervalSeconds: 20,
    cronWorkerIntervalSeconds: 15,
  })
  let stopping = false
  boss.on('error', (error) => {
    if (!stopping) log.error({ cause: describeCause(error) }, 'job queue')
  })
  await boss.start()
  try {
    await createQueues(boss, kinds)
    await writeSchedules(boss, kinds)
  } catch (error) {
    stopping = true
    await boss.stop({ graceful: false })
    throw error
  }
  const names = Object.keys(kinds) as NameOf<Payloads>[]
  const leases = keepLeases({ db: executorOf(db), log, names, reclaims: maintain })
  const pausing = createPausing({ isPaused: lookForWork, log })
  // Supervises all queues at once; pg-boss itself would ask for each.
  const supervise = shareCalls(() => boss.supervise())
  const onFailure = (error: unknown) => boss.emit('error', error)
  const supervision = maintain && setInterval(() => supervise().catch(onFailure), 10_000)
  const workerIds = new Map<NameOf<Payloads>, string[]>()
  /** Set while this process works. */
  let handlers: GivenHandlers<Payloads> | undefined

  /** Starts its workers with the first job; one look for all kinds is cheaper than one for each. */
  function wake<Name extends NameOf<Payloads>>(name: Name): void {
    if (handlers === undefined || stopping) return
    const started = workerIds.get(name)
    for (const id of started ?? []) boss.notifyWorker(id)
    if (started !== undefined) return
    workerIds.set(name, [])
    for (let worker = 0; worker < (kinds[name].workers ?? 1); worker++) {
      startWorker(name, handlers).catch(onFailure)
    }
  }

  /** Wakes the workers of due jobs, whoever enqueued them. True while nothing may run. */
  async function lookForWork(): Promise<boolean> {
    const [look] = await runNamed<{ isPaused: boolean; due: NameOf<Payloads>[] }>(db, {
      name: 'find_due_queues',
      text: `select ${pausedWhile} as "isPaused", array(${dueQueues}) as due`,
      values: [names],
    })
    if (look === undefined || look.isPaused) return true
    for (const name of look.due) wake(name)
    return false
  }

  async function startWorker<Name extends NameOf<Payloads>>(
    name: Name,
    handlers: GivenHandlers<Payloads>,
  ): Promise<void> {
    let id: string | undefined
    const options = { pollingIntervalSeconds: 600, includeMetadata: true } as const
    id = await boss.work<Payloads[Name] & Traced>(name, options, async ([job]) => {
      if (job === undefined) return
      // Looks again where there was a job: no further one waits for the next poll.
      if (id !== undefined) boss.notifyWorker(id)
      const release = leases.hold({ name, id: job.id, seconds: job.expireInSeconds })
      // Allows for a job of a schedule, which has no payload.
      const { traceparent, ...payload } = job.data ?? {}
      const isLastTry = job.retryCount >= job.retryLimit
      await observer
        .run({ name, traceparent, isLastTry }, async () => {
          const { [name]: handle } = typeof handlers === 'function' ? await handlers() : handlers
          await handle(payload as Payloads[Name], job.id, isLastTry)
        })
        .catch((error: unknown) => {
          const subject = { job: name, id: job.id, ...idsIn(payload) }
          log.warn({ ...subject, cause: describeCause(error) }, 'job failed and will be retried')
          // Hides the message: the queue stores it, and a driver's may hold parameters.
          throw new Error(failureOf(error))
        })
        .finally(release)
    })
    workerIds.get(name)?.push(id)
  }

  function enqueueWith(options: PgBoss.JobOptions): Jobs<Payloads>['enqueue'] {
    return async (db, name, payload) => {
      const traceparent = observer.traceparent()
      const data = traceparent === undefined ? payload : { ...payload, traceparent }
      const id = newId()
      const executor = executorOf(db, `enqueue_${name}`)
      await boss.send(name, data as object, { ...options, id, db: executor })
      return id
    }
  }

  return {
    enqueue: enqueueWith({}),
    enqueueLast: (from) => enqueueWith({ priority: lastPriority, startAfter: from }),
    enqueueIn: (seconds) => enqueueWith({ startAfter: seconds }),
    isUnfinished: (db, name, part) => hasUnfinishedJob(executorOf(db), name, part),
    wake,
    sizes: async () => {
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      const { rows } = await executor.executeSql(oldestJobs, [names])
      const oldest = new Map(rows.map(({ name, seconds }) => [name, Number(seconds)]))
      return names.map((queue) => ({
        queue,
        queued: known.get(queue)?.queuedCount ?? 0,
        active: known.get(queue)?.activeCount ?? 0,
        oldestSeconds: oldest.get(queue) ?? 0,
      }))
    },
    list: (db, filter) => listKeptJobs(executorOf(db), names, filter),
    find: (db, id) => findKeptJob(executorOf(db), names, id),
    retry: (db, id) => retryKeptJob(executorOf(db), names, id),
    work: (given) =>
      pausing.follow({
        start: async () => {
          handlers = given
        },
        rest: async () => {
          handlers = undefined
          workerIds.clear()
          for (const name of names) await boss.offWork(name)
        },
      }),
    stop: shareCalls(async () => {
      stopping = true
      if (supervision) clearInterval(supervision)
      await pausing.close()
      await boss.stop({ graceful: true, timeout: 10_000 })
      leases.close()
    }),
  }
}

const unobserved: JobObserver = {
  traceparent: () => undefined,
  run: (_job, work) => work(),
}

// Reads only the next job of each queue: however much waits, it costs the same.
const oldestJobs = `
  select queue.name, extract(epoch from now() - min(next.created_on)) as seconds
  from unnest($1::text[]) as queue (name)
  cross join lateral (
    select created_on from pgboss.job
    where name = queue.name and state < 'active' and (state = 'retry' or start_after <= now())
      and priority >= 0
    order by start_after limit 100
  ) as next
  group by queue.name`

const dueQueues = `
  select queue.name from unnest($1::text[]) as queue (name)
  cross join lateral (
    select from pgboss.job
    where name = queue.name and state < 'active' and start_after <= now()
    limit 1
  ) as next`

/** Writes only changes: two statements for each queue would be a tenth of a start. */
async function createQueues<Payloads>(boss: PgBoss, kinds: JobKinds<Payloads>): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, kind] of Object.entries<JobKind>(kinds)) {
    const { workers: _workers, schedule: _schedule, ...perJob } = kind
    const settings = { ...perJob, retryBackoff: true }
    const queue = known.get(name)
    if (queue === undefined) await boss.createQueue(name, { ...settings })
    else if (!isDeepStrictEqual({ ...queue, ...settings }, queue))
      await boss.updateQueue(name, settings)
  }
}

async function writeSchedules<Payloads>(boss: PgBoss, kinds: JobKinds<Payloads>): Promise<void> {
  const known = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const [name, { schedule }] of Object.entries<JobKind>(kinds)) {
    if (schedule !== undefined && known.get(name) !== schedule) await boss.schedule(name, schedule)
  }
}

/**
 * Lets pg-boss run its own SQL wherever ours runs, in the same transaction if there is one. With a
 * name, the one statement that it runs is planned once per connection.
 */
function executorOf(db: Db, name?: string): PgBoss.Db {
  if (name !== undefined)
    return {
      executeSql: async (text, values) => ({ rows: await runNamed(db, { name, text, values }) }),
    }
  const { $client } = db as unknown as {
    $client: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }
  }
  return { executeSql: (text, values) => $client.query(text, values) }
}
