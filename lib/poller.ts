/** Rests of a poller between two looks, in milliseconds. */
export interface Rests {
  /** The rest after a look that found something. */
  shortest: number
  /** The most that the rest grows to; each look that finds nothing doubles it. */
  longest: number
}

export interface PollerOptions {
  /** Looks for work and does it; true if there was any. */
  look: () => Promise<boolean>
  rests: Rests
  /** Called for the first failure in a row, since the cause may last. */
  onFailure: (error: unknown) => void
  /** Called for the first look that succeeds again. */
  onRecovery: () => void
}

/** Looks for work again and again: often while there is some, rarely while there is none. */
export type Poller = ReturnType<typeof createPoller>

/** Limits slow looks that find nothing to a fifth of the time. */
const restsPerLook = 4
const longestWhileSlow = 5_000

/** How long a wake-up call waits for others to join it. */
const gatherMilliseconds = 20

export function createPoller({ look, rests, onFailure, onRecovery }: PollerOptions) {
  const listeners: (() => void)[] = []
  let state: 'new' | 'working' | 'stopped' = 'new'
  let timer: NodeJS.Timeout | undefined
  let dueAt = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let rest = rests.longest
  let isFailing = false
  let foundWork = false
  let running: Promise<void> | undefined

  function lookAt(time: number): void {
    if (state !== 'working') return
    clearTimeout(timer)
    dueAt = time
    const delay = Math.max(0, time - performance.now())
    timer = setTimeout(() => {
      running = run().finally(() => {
        running = undefined
      })
    }, delay)
  }

  async function run(): Promise<void> {
    lookedAt = performance.now()
    rest = await look().then(afterSuccess, afterFailure)
    const took = performance.now() - lookedAt
    const restWhileSlow = Math.min(restsPerLook * took, longestWhileSlow)
    lookAt(performance.now() + (foundWork ? rest : Math.max(rest, restWhileSlow)))
  }

  function afterSuccess(found: boolean): number {
    if (isFailing) onRecovery()
    isFailing = false
    foundWork = found
    if (!found) return Math.min(rest * 2, rests.longest)
    for (const listener of listeners) listener()
    return rests.shortest
  }

  function afterFailure(error: unknown): number {
    if (!isFailing) onFailure(error)
    isFailing = true
    foundWork = false
    return rests.longest
  }

  return {
    /** Starts looking. */
    start: () => {
      if (state !== 'new') return
      state = 'working'
      lookAt(performance.now())
    },
    /** Looks soon, since there may be work, but never more often than the shortest rest allows. */
    wake: () => {
      if (running !== undefined || isFailing) return
      const soon = Math.max(performance.now() + gatherMilliseconds, lookedAt + rests.shortest)
      if (soon < dueAt) lookAt(soon)
    },
    /** Calls the listener each time after there was work. */
    onWork: (listener: () => void) => {
      listeners.push(listener)
    },
    /** Stops looking, and waits for a running look to finish. */
    stop: async (): Promise<void> => {
      state = 'stopped'
      clearTimeout(timer)
      await running
    },
  }
}
