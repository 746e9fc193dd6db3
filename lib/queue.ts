/** A caller waited in a queue for longer than it allows. */
export class QueueTimeout extends Error {
  override readonly name = 'QueueTimeout'
  constructor() {
    super('Waited too long in a queue.')
  }
}

export interface QueueOptions {
  /** The number of jobs that run at once. */
  concurrency: number
  /** The number of further jobs that may wait. Default: any number. */
  maxWaiting?: number
  /** The error for a caller that finds `maxWaiting` others waiting. */
  whenFull?: () => Error
  /** Returns how long a caller may wait as things are now; called repeatedly while it waits. */
  maxWaitMilliseconds?: () => number
}

/** May turn interactive while its job waits: interactive jobs start before all others. */
export interface Priority {
  interactive: boolean
}

export type Queue = ReturnType<typeof createQueue>

interface Waiter extends PromiseWithResolvers<void> {
  since: number
  priority: Priority | undefined
}

const millisecondsBetweenEvictions = 100

export function createQueue({
  concurrency,
  maxWaiting = Number.POSITIVE_INFINITY,
  whenFull = () => new Error('The queue is full.'),
  maxWaitMilliseconds,
}: QueueOptions) {
  const waiters: Waiter[] = []
  let running = 0
  let isEvicting = false

  function waitForRoom(priority: Priority | undefined): Promise<void> {
    if (waiters.length >= maxWaiting) throw whenFull()
    const room = Promise.withResolvers<void>()
    waiters.push({ ...room, since: performance.now(), priority })
    scheduleEviction()
    return room.promise
  }

  function scheduleEviction(): void {
    if (isEvicting || maxWaitMilliseconds === undefined || waiters.length === 0) return
    isEvicting = true
    setTimeout(evictExpired, millisecondsBetweenEvictions)
  }

  function evictExpired(): void {
    const maxWait = maxWaitMilliseconds?.() ?? Number.POSITIVE_INFINITY
    const latest = performance.now() - maxWait
    // The first one has waited longest.
    while (waiters[0] !== undefined && waiters[0].since <= latest)
      waiters.shift()?.reject(new QueueTimeout())
    isEvicting = false
    scheduleEviction()
  }

  function takeNext(): Waiter | undefined {
    const urgent = waiters.findIndex(({ priority }) => priority?.interactive === true)
    return urgent === -1 ? waiters.shift() : waiters.splice(urgent, 1)[0]
  }

  return {
    load: () => ({ running, waiting: waiters.length }),
    /**
     * Starts the job as soon as there is room: interactive jobs first, otherwise in the order in
     * which they came.
     *
     * @throws QueueTimeout, or the error of `whenFull`
     */
    run: async <Result>(job: () => Promise<Result>, priority?: Priority): Promise<Result> => {
      if (running < concurrency) running++
      else await waitForRoom(priority)
      try {
        return await job()
      } finally {
        // Hands the place straight to the next one, so that no later caller can take it.
        const next = takeNext()
        if (next === undefined) running--
        else next.resolve()
      }
    },
  }
}
