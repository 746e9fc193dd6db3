import type { Logger } from 'pino'
import { createPoller, type Poller } from '../../../lib/poller.ts'
import { describeCause } from '../../errors/describe-cause.ts'

/** Allows about a second for a restored service to rest, and for a job of any process to run. */
const lookMilliseconds = 1_000

export interface PausingOptions {
  isPaused: () => Promise<boolean>
  log: Logger
}

/** Lets work start and rest while the process runs, as somebody decides. */
export function createPausing({ isPaused, log }: PausingOptions) {
  let poller: Poller | undefined
  let isWorking = false

  return {
    /** Starts the work unless it is paused, and follows from then on. Rejects if it cannot start. */
    follow: async ({ start, rest }: Record<'start' | 'rest', () => Promise<void>>) => {
      async function look(): Promise<void> {
        const paused = await isPaused()
        if (isWorking === !paused) return
        if (paused) await rest()
        // Keeps what has started from starting again at the next look.
        else
          await start().catch(async (error: unknown) => {
            await rest()
            throw error
          })
        isWorking = !paused
      }
      async function lookAgain(): Promise<boolean> {
        const wasWorking = isWorking
        await look()
        if (wasWorking && !isWorking) log.warn('jobs are paused: the service is in quarantine')
        if (!wasWorking && isWorking) log.info('jobs run again')
        return false
      }

      await look()
      if (!isWorking) log.warn('no job runs: the service is in quarantine')
      poller = createPoller({
        look: lookAgain,
        rests: { shortest: lookMilliseconds, longest: lookMilliseconds },
        onFailure: (error) =>
          log.error({ cause: describeCause(error) }, 'jobs cannot be looked for'),
        onRecovery: () => log.info('jobs can be looked for again'),
      })
      poller.start()
    },
    close: async () => poller?.stop(),
  }
}
