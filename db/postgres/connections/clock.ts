/**
 * Tells the database's time. Several processes work on the same rows: each counts time from there,
 * so that none compares a stored instant with its own clock.
 */
export interface DatabaseClock {
  now(): Date
  /** Milliseconds by which this machine's clock is ahead of the database's; negative: behind. */
  millisecondsAhead(): number
  /** Learns the time from a question to the database and its answer. */
  learn(answer: TimedAnswer): void
}

/** The database's Unix milliseconds, and when the steady clock saw the question and the answer. */
export interface TimedAnswer {
  askedAt: number
  answeredAt: number
  milliseconds: number
}

/** This machine's clocks, in milliseconds: one that never leaps, and one that people set. */
export interface MachineClock {
  steady(): number
  wall(): number
}

const thisMachine: MachineClock = { steady: () => performance.now(), wall: () => Date.now() }

/** Milliseconds of difference at which an operator is told, and at which a server is not ready. */
export const clockDifferences = { told: 2_000, notReady: 10_000 } as const

/**
 * Counts by the steady clock, which nobody sets, plus an offset. The database answers between
 * question and answer, which gives a range for the offset; one outside moves to its nearest end. So
 * no answer, however slow, takes it farther from the truth, and each quick one takes it nearer.
 */
export function createDatabaseClock({ steady, wall }: MachineClock = thisMachine): DatabaseClock {
  let offset = wall() - steady()
  const now = () => steady() + offset

  return {
    now: () => new Date(now()),
    millisecondsAhead: () => wall() - now(),
    learn: ({ askedAt, answeredAt, milliseconds }) => {
      offset = Math.min(Math.max(offset, milliseconds - answeredAt), milliseconds - askedAt)
    },
  }
}
