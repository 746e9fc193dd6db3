import { createQueue, type Queue } from '../../lib/queue.ts'

export interface Patience {
  /** How long a caller waits while no work gets done. */
  millisecondsWhileStuck: number
  /** How long a caller waits while others' work gets done. */
  millisecondsWhileBusy: number
  /** Whether an error shows that the database is in trouble. */
  isTrouble: (error: unknown) => boolean
}

export interface ConnectionQueueOptions extends Patience {
  concurrency: number
}

/** How long the database counts as troubled after its last such error. */
const millisecondsOfTrouble = 5_000

/**
 * Queues for connections, telling a busy database from a stuck one: a caller behind work that gets
 * done is served in the end; behind work that does not, it soon gets a QueueTimeout.
 */
export function createConnectionQueue({
  concurrency,
  millisecondsWhileStuck,
  millisecondsWhileBusy,
  isTrouble,
}: ConnectionQueueOptions): Pick<Queue, 'load'> & {
  run<Result>(job: () => Promise<Result>): Promise<Result>
} {
  let lastDone = 0
  let lastTrouble = Number.NEGATIVE_INFINITY

  const queue = createQueue({
    concurrency,
    maxWaitMilliseconds: () => (isStuck() ? millisecondsWhileStuck : millisecondsWhileBusy),
  })

  function isStuck(): boolean {
    const now = performance.now()
    return now - lastDone > millisecondsWhileStuck || now - lastTrouble < millisecondsOfTrouble
  }

  async function observed<Result>(job: () => Promise<Result>): Promise<Result> {
    try {
      const result = await job()
      lastDone = performance.now()
      return result
    } catch (error) {
      if (isTrouble(error)) lastTrouble = performance.now()
      else lastDone = performance.now()
      throw error
    }
  }

  return { load: queue.load, run: (job) => queue.run(() => observed(job)) }
}

/** Runs one job at a time for each key. */
export interface KeyedMutex {
  /** @throws QueueTimeout */
  run<Result>(key: string, job: () => Promise<Result>): Promise<Result>
}

/**
 * Keeps jobs about the same thing from each taking a connection: in the database they would only
 * wait for each other's locks.
 */
export function createKeyedMutex(patience: Patience): KeyedMutex {
  const queues = new Map<string, ReturnType<typeof createConnectionQueue>>()

  return {
    run: async (key, job) => {
      const queue = queues.get(key) ?? createConnectionQueue({ ...patience, concurrency: 1 })
      queues.set(key, queue)
      try {
        return await queue.run(job)
      } finally {
        if (queue.load().running === 0 && queues.get(key) === queue) queues.delete(key)
      }
    },
  }
}
