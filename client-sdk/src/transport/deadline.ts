import { LyceumError } from '../errors.ts'

export interface Deadline {
  /** Aborts the call for the caller. */
  signal: AbortSignal | undefined
  timeoutMilliseconds: number
}

/**
 * Returns the result of `work`; rejects with Timeout or Aborted at once, even when `work` ignores
 * its signal.
 */
export function withDeadline<Result>(
  deadline: Deadline,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMilliseconds } = deadline
  const controller = new AbortController()

  return new Promise((resolve, reject) => {
    const giveUp = (error: LyceumError) => {
      reject(error)
      controller.abort(error)
    }
    const onAbort = () => giveUp(abortion(signal?.reason))
    if (signal?.aborted === true) return onAbort()

    const timer = setTimeout(
      () => giveUp(timeout(`No answer within ${timeoutMilliseconds / 1000} seconds.`)),
      timeoutMilliseconds,
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      })
  })
}

/** Waits for `work`; rejects with Timeout or Aborted as soon as the caller aborts. */
export function untilAborted<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result> {
  return withDeadline({ signal, timeoutMilliseconds: longestDelay }, () => work)
}

/** The longest delay that `setTimeout` takes: 24 days. */
const longestDelay = 2 ** 31 - 1

function abortion(reason: unknown): LyceumError {
  // The reason of an AbortSignal.timeout() has this name.
  const isTimeout =
    typeof reason === 'object' &&
    reason !== null &&
    'name' in reason &&
    reason.name === 'TimeoutError'
  return isTimeout
    ? timeout('No answer within the time that the caller allowed.', reason)
    : new LyceumError('Aborted', 'The call was aborted.', { cause: reason })
}

function timeout(message: string, cause?: unknown): LyceumError {
  return new LyceumError('Timeout', message, { cause })
}
