import { pause } from './deadline.ts'
import { isLyceumError } from './errors.ts'

/** Longer waits are for people to decide: the error with `retryAfterSeconds` is thrown at once. */
const longestPauseSeconds = 10

/** Retries a call after temporary failures. Only for calls that may safely be sent twice. */
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
  // Up to half as long again, so that clients do not all come back at once.
  const spread = 1 + Math.random() / 2
  if (retryAfterSeconds === undefined) return 300 * 2 ** attempt * spread
  return retryAfterSeconds <= longestPauseSeconds ? retryAfterSeconds * 1000 * spread : undefined
}
