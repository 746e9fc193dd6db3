import { pause } from './deadline.ts'
import { isLyceumError } from './errors.ts'

/**
 * A longer wait is for people to decide about: the error with its `retryAfterSeconds` is thrown at
 * once.
 */
const longestPauseSeconds = 10

/**
 * Calls again, at most `retries` times, while the failure is one that passes. Only for what may be
 * done twice.
 */
export async function withRetries<Result>(
  { retries, signal }: { retries: number; signal: AbortSignal | undefined },
  call: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      const milliseconds = attempt < retries ? pauseBeforeRetry(error, attempt) : undefined
      if (milliseconds === undefined) throw error
      await pause(milliseconds, signal)
    }
  }
}

/**
 * New among the calls of one user, which is all that it must be: it is no secret, and not every
 * platform has `crypto`.
 */
export function newKey(): string {
  const part = () => Math.random().toString(36).slice(2).padEnd(11, '0')
  return `${Date.now().toString(36)}-${part()}${part()}`
}

const passing: ReadonlySet<string> = new Set([
  'NetworkError',
  'RateLimited',
  'ServiceUnavailable',
  'IdempotencyKeyInUse',
])

function pauseBeforeRetry(error: unknown, attempt: number): number | undefined {
  if (!isLyceumError(error)) return undefined
  const { name, retryAfterSeconds } = error
  if (!passing.has(name)) return undefined
  // At most a half more than asked for, so that not all come back at once.
  const spread = 1 + Math.random() / 2
  if (retryAfterSeconds === undefined) return 300 * 2 ** attempt * spread
  return retryAfterSeconds <= longestPauseSeconds ? retryAfterSeconds * 1000 * spread : undefined
}
