import type { Priority } from './queue.ts'

export interface SingleFlightOptions {
  /**
   * Reuses a result for this long, from the start of the call; never a failure. Default 0: only
   * callers that come while it runs share it.
   */
  freshMilliseconds?: number
  /** Default: the clock of the process. */
  now?: () => number
}

/** Shares one result among all calls of a key that come while it runs: the work is done once. */
export type SingleFlight<Key, Result> = ReturnType<typeof createSingleFlight<Key, Result>>

interface Flight<Result> {
  result: Promise<Result>
  since: number
  isRunning: boolean
  priority: Priority
}

export function createSingleFlight<Key, Result>({
  freshMilliseconds = 0,
  now = () => performance.now(),
}: SingleFlightOptions = {}) {
  const flights = new Map<Key, Flight<Result>>()

  function find(key: Key): Flight<Result> | undefined {
    const flight = flights.get(key)
    const isUsable = flight?.isRunning === true || isFresh(flight)
    return isUsable ? flight : undefined
  }

  function isFresh(flight: Flight<Result> | undefined): boolean {
    return flight !== undefined && now() - flight.since < freshMilliseconds
  }

  function start(key: Key, work: (priority: Priority) => Promise<Result>, first: Priority) {
    const priority = { ...first }
    const since = now()
    const flight = { result: work(priority), since, isRunning: true, priority }
    flights.set(key, flight)
    flight.result.then(
      () => {
        flight.isRunning = false
        if (!isFresh(flight)) flights.delete(key)
      },
      () => flights.delete(key),
    )
    return flight.result
  }

  return {
    /** Whether `run` would join or repeat a call instead of making one. */
    has: (key: Key) => find(key) !== undefined,
    /**
     * Runs or joins work; `work` gets the priority of all its callers together: it turns
     * interactive as soon as one of them is. All work of one key has one type of result.
     */
    run: <Own extends Result>(
      key: Key,
      work: (priority: Priority) => Promise<Own>,
      priority: Priority = { interactive: true },
    ): Promise<Own> => {
      const flight = find(key)
      if (flight === undefined) return start(key, work, priority) as Promise<Own>
      flight.priority.interactive ||= priority.interactive
      return flight.result as Promise<Own>
    },
  }
}

/** Makes a single flight for work that has no key. */
export function shareCalls<Result>(
  work: () => Promise<Result>,
  options?: SingleFlightOptions,
): () => Promise<Result> {
  const flights = createSingleFlight<'only', Result>(options)
  return () => flights.run('only', work)
}
