import { LyceumError } from './errors.ts'

export interface Patience {
  /** Aborts the call when the caller wants so. */
  signal: AbortSignal | undefined
  timeoutMilliseconds: number
}

/**
 * The result of `work`, or Timeout or Aborted as soon as it is one of them, whether `work` cares
 * for its signal or not.
 */
export function withinPatience<Result>(
  patience: Patience,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMilliseconds } = patience
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

/** Resolves after the pause; rejects with Aborted as soon as the caller loses interest. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const patience = { signal, timeoutMilliseconds: milliseconds + 1000 }
  return withinPatience(patience, (over) => {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      over.addEventListener('abort', () => clearTimeout(timer))
    })
  })
}

function abortion(reason: unknown): LyceumError {
  // AbortSignal.timeout() is a timeout in the words of the platform.
  const isTimeout =
    typeof reason === 'object' &&
    reason !== null &&
    'name' in reason &&
    reason.name === 'TimeoutError'
  return isTimeout
    ? timeout('No answer in the time that the caller gave.', reason)
    : new LyceumError('Aborted', 'The call was aborted.', { cause: reason })
}

function timeout(message: string, cause?: unknown): LyceumError {
  return new LyceumError('Timeout', message, { cause })
}
