import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Cleans up before an interrupted command exits. Returns a function that removes the handlers.
 */
export function whenInterrupted(cleanUp: () => Promise<void>): () => void {
  const interrupt = (signal: (typeof signals)[number]) => {
    cleanUp()
      .catch(() => undefined)
      .finally(() => process.exit(128 + constants.signals[signal]))
  }
  for (const signal of signals) process.once(signal, interrupt)
  return () => {
    for (const signal of signals) process.off(signal, interrupt)
  }
}
