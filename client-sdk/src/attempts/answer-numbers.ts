import { isLyceumError } from '../errors.ts'
import type { Inputs } from '../operations.ts'

type SaveInput = Inputs['attempts']['save']

/** The numbers and the server's clock, as operations of `attempts` return them. */
interface Said {
  id?: string
  attemptId?: string
  lastNumber?: number
  readAt?: string
  savedAt?: string
}

export const isNumbered = (operation: string) => operation === 'attempts.save'

/**
 * Numbers the answers of attempts, so that one that arrives late replaces none that was given later,
 * in this tab or another, on this device or another: by the server's clock as far as it is known, and
 * above every number that the server has named.
 */
export function createAnswerNumbers() {
  const last = new Map<string, number>()
  /** How many milliseconds the server's clock is ahead of this one. */
  let ahead = 0

  function next(attemptId: string): number {
    const number = Math.max((last.get(attemptId) ?? 0) + 1, Math.round(Date.now() + ahead))
    last.set(attemptId, number)
    return number
  }

  return {
    next,
    /** Returns the input with a number at each answer that has none. */
    numbered(input: SaveInput): SaveInput {
      // The server refuses anything but a list, and names it.
      if (!Array.isArray(Object(input).answers)) return input
      const { attemptId, answers } = input
      const own = next(attemptId)
      return { attemptId, answers: answers.map((answer) => ({ number: own, ...answer })) }
    },
    /** Learns from an answer to a call made at `askedAt`. */
    learn(said: unknown, askedAt: number): void {
      const { id, attemptId = id, lastNumber, readAt, savedAt = readAt } = Object(said) as Said
      if (attemptId === undefined || lastNumber === undefined || savedAt === undefined) return
      last.set(attemptId, Math.max(last.get(attemptId) ?? 0, lastNumber))
      ahead = Date.parse(savedAt) - (askedAt + Date.now()) / 2
    },
  }
}

/** Whether a server refuses numbers because its release does not know them. */
export function refusesNumbers(error: unknown): boolean {
  return (
    isLyceumError(error) &&
    error.issues.length > 0 &&
    error.issues.every(({ path }) => /^answers\.\d+\.number$/.test(path))
  )
}

export function withoutNumbers({ attemptId, answers }: SaveInput): SaveInput {
  return { attemptId, answers: answers.map(({ number: _, ...answer }) => answer) }
}
