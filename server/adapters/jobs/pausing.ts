import type { Logger } from 'pino'
import { describeCause } from '../../errors/describe-cause.ts'

/** How often a process looks whether it may work. */
const lookMilliseconds = 1_000

export interface PausingOptions {
  isPaused: () => Promise<boolean>
  log: Logger
}

/** Lets work start and rest as somebody decides while the process runs. */
export function createPausing({ isPaused, log }: PausingOptions) {
  let timer: NodeJS.Timeout | undefined
  let isWorking = false
  let isBusy = false

  return {
    /** Starts the work unless it is paused, and follows from then on. Rejects if it cannot start. */
    follow: async ({ start, rest }: Record<'start' | 'rest', () => Promise<void>>) => {
      async function look(): Promise<void> {
        const paused = await isPaused()
        if (isWorking === !paused) return
        isWorking = !paused
        if (paused) return rest()
        // Whatever has started must not start a second time at the next look.
        await start().catch(async (error: unknown) => {
          await rest()
          throw error
        })
      }
      async function lookAgain(): Promise<void> {
        if (isBusy) return
        isBusy = true
        const wasWorking = isWorking
        await look()
          .catch((error: unknown) => {
            isWorking = wasWorking
            log.warn({ cause: describeCause(error) }, 'jobs could not be paused or resumed')
          })
          .finally(() => {
            isBusy = false
          })
        if (wasWorking && !isWorking) log.warn('jobs are paused: the service is in quarantine')
        if (!wasWorking && isWorking) log.info('jobs run again')
      }

      await look()
      if (!isWorking) log.warn('no job runs: the service is in quarantine')
      timer = setInterval(() => void lookAgain(), lookMilliseconds)
    },
    close: () => clearInterval(timer),
  }
}
