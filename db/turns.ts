/** What a caller is told whose turn does not come. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
  constructor() {
    super('No database connection came free.')
  }
}

export interface TurnsOptions {
  /** How many may be at work at once. */
  places: number
  /** How long one waits where nobody's work gets done. */
  millisecondsWhileStuck: number
  /** How long one waits where the work of others gets done. */
  millisecondsWhileBusy: number
  /** True for an error by which the database shows that it is in trouble. */
  isTrouble: (error: unknown) => boolean
}

export interface Turns {
  /** Does the work as soon as there is a place, in the order in which it came. @throws NoTurn */
  take<Result>(work: () => Promise<Result>): Promise<Result>
  waiting(): number
}

/**
 * Who does something about the same thing takes turns before any of them takes a connection: in the
 * database they would only wait for each other.
 */
export interface Lines {
  /** One after the other with all work of this line. @throws NoTurn */
  take<Result>(line: string, work: () => Promise<Result>): Promise<Result>
}

export function createLines(options: Omit<TurnsOptions, 'places'>): Lines {
  const lines = new Map<string, { turns: Turns; users: number }>()

  return {
    take: async (name, work) => {
      const line = lines.get(name) ?? { turns: createTurns({ ...options, places: 1 }), users: 0 }
      lines.set(name, line)
      line.users++
      try {
        return await line.turns.take(work)
      } finally {
        line.users--
        if (line.users === 0) lines.delete(name)
      }
    },
  }
}

interface Waiter {
  since: number
  begin: () => void
  giveUp: () => void
}

const millisecondsBetweenLooks = 100

/** For how long after its last sign the database counts as being in trouble. */
const millisecondsOfTrouble = 5_000

/**
 * A line in front of the connections. It tells a database that is busy from one that is stuck: who
 * waits behind work that gets done is served in the end, and who waits behind work that does not is
 * told so soon.
 */
export function createTurns({
  places,
  millisecondsWhileStuck,
  millisecondsWhileBusy,
  isTrouble,
}: TurnsOptions): Turns {
  const line: Waiter[] = []
  let working = 0
  let lastDone = 0
  let lastTrouble = -Infinity
  let isWatched = false

  function look(): void {
    const now = performance.now()
    const isStuck =
      now - lastDone > millisecondsWhileStuck || now - lastTrouble < millisecondsOfTrouble
    const patience = isStuck ? millisecondsWhileStuck : millisecondsWhileBusy
    // The first one has waited longest.
    while (line[0] !== undefined && now - line[0].since >= patience) line.shift()?.giveUp()
    isWatched = line.length > 0
    if (isWatched) setTimeout(look, millisecondsBetweenLooks)
  }

  function comesFree(): Promise<void> {
    if (working < places && line.length === 0) {
      working++
      return Promise.resolve()
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.push({ since: performance.now(), begin: resolve, giveUp: () => reject(new NoTurn()) })
    if (!isWatched) setTimeout(look, millisecondsBetweenLooks)
    isWatched = true
    return promise
  }

  return {
    waiting: () => line.length,
    take: async (work) => {
      await comesFree()
      try {
        const result = await work()
        lastDone = performance.now()
        return result
      } catch (error) {
        if (isTrouble(error)) lastTrouble = performance.now()
        else lastDone = performance.now()
        throw error
      } finally {
        const next = line.shift()
        // The place goes from one to the other.
        if (next === undefined) working--
        else next.begin()
      }
    },
  }
}
