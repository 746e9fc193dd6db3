import type { Logger } from 'pino'
import { describeCause } from '../errors/describe-cause.ts'

/**
 * Stores notes in the background: the request neither waits for one nor fails with it. A note whose
 * id is being stored is not stored again.
 */
export function createBackgroundNotes(log: Logger) {
  const beingStored = new Set<string>()

  return (id: string, what: string, store: () => Promise<void>): void => {
    if (beingStored.has(id)) return
    beingStored.add(id)
    store()
      .catch((error: unknown) =>
        log.warn({ cause: describeCause(error) }, `${what} could not be stored`),
      )
      .finally(() => beingStored.delete(id))
  }
}
