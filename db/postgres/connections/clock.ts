/**
 * What time it is for the database. Several processes work on the same rows: each counts time from
 * there, so that none of them compares a stored instant with a clock of its own.
 */
export interface DatabaseClock {
  now(): Date
  /** Milliseconds by which this machine's clock is ahead of the database's; negative: behind. */
  millisecondsAhead(): number
  /** Learns what time it is from a question to the database, and its answer. */
  learn(answer: TimedAnswer): void
}

/** Unix milliseconds of the database, and when the steady clock saw it asked and answer. */
export interface TimedAnswer {
  askedAt: number
  answeredAt: number
  milliseconds: number
}

/** The clocks of this machine, in milliseconds: one that never leaps, and the one that people set. */
export interface MachineClock {
  steady(): number
  wall(): number
}

const thisMachine: MachineClock = { steady: () => performance.now(), wall: () => Date.now() }

/** Milliseconds of a difference that an operator is told of, and with which a server is not ready. */
export const clockDifferences = { told: 2_000, notReady: 10_000 } as const

/**
 * Counts by the steady clock, which nobody sets, plus an offset. The database answers while the
 * question is under way, which leaves a range for the offset; one outside goes to the nearest that
 * can be. So no answer, however slow, takes it farther from the truth, and each quick one nearer.
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
