import { isLyceumError } from '../errors.ts'
import { untilAborted } from './deadline.ts'

/** Longer waits are for people to decide: the error with `retryAfterSeconds` is thrown at once. */
const longestPauseSeconds = 10

/**
 * Retries a call after temporary failures. Only for calls that may safely be sent twice. Calls that
 * failed together wait together, so that they share a batch again.
 */
export async function withRetries<Result>(
  { retries, signal, pauses }: { retries: number; signal: AbortSignal | undefined; pauses: Pauses },
  call: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      const milliseconds = attempt < retries ? pauseBeforeRetry(error, attempt) : undefined
      if (milliseconds === undefined) throw error
      await untilAborted(signal, pauses(milliseconds))
    }
  }
}

/** Resolves after at least so many milliseconds, and at most 50 % and 50 ms more. */
export type Pauses = (milliseconds: number) => Promise<void>

/** Pauses of one client: those that begin at about the same time end in the same moment. */
export function createPauses(): Pauses {
  const running = new Set<{ end: number; over: Promise<void> }>()

  return (milliseconds) => {
    const earliest = Date.now() + milliseconds
    const latest = earliest + milliseconds / 2 + 50
    for (const { end, over } of running) if (end >= earliest && end <= latest) return over

    // Adds a random delay, so that clients do not all come back at once.
    const end = earliest + 25 + Math.random() * (latest - earliest - 25)
    const over = new Promise<void>((resolve) => setTimeout(resolve, end - Date.now()))
    const pause = { end, over }
    running.add(pause)
    over.then(() => running.delete(pause))
    return over
  }
}

/**
 * Returns a new idempotency key. It only has to be unique among the calls of one user and is no
 * secret, so it does without `crypto`, which some platforms lack.
 */
export function newKey(): string {
  const part = () => Math.random().toString(36).slice(2).padEnd(11, '0')
  return `${Date.now().toString(36)}-${part()}${part()}`
}

const temporaryErrors: ReadonlySet<string> = new Set([
  'NetworkError',
  'RateLimited',
  'ServiceUnavailable',
  'IdempotencyKeyInUse',
])

function pauseBeforeRetry(error: unknown, attempt: number): number | undefined {
  if (!isLyceumError(error)) return undefined
  const { name, retryAfterSeconds } = error
  if (!temporaryErrors.has(name)) return undefined
  if (retryAfterSeconds === undefined) return 300 * 2 ** attempt
  return retryAfterSeconds <= longestPauseSeconds ? retryAfterSeconds * 1000 : undefined
}
