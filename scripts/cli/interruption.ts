import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Lets an interrupted command put away what it has opened before it ends. Answers how to take that
 * back.
 */
export function whenInterrupted(putAway: () => Promise<void>): () => void {
  const interrupt = (signal: (typeof signals)[number]) => {
    putAway()
      .catch(() => undefined)
      .finally(() => process.exit(128 + constants.signals[signal]))
  }
  for (const signal of signals) process.once(signal, interrupt)
  return () => {
    for (const signal of signals) process.off(signal, interrupt)
  }
}
