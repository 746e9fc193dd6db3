import { RendererBusy, type Waiter } from './types.ts'

interface Place {
  waiter: Waiter
  begin(): void
}

/**
 * Runs jobs at most `places` at once: interactive ones first, otherwise in the order they came.
 * Refuses a job when `waiting` others are in line already.
 */
export function createWaitingLine({ places, waiting }: { places: number; waiting: number }) {
  const line: Place[] = []
  let busy = 0

  async function run<T>(job: () => Promise<T>, waiter: Waiter): Promise<T> {
    if (busy < places) busy += 1
    else await waitForPlace(waiter)

    try {
      return await job()
    } finally {
      // The place goes straight to the next in line, so that nobody who comes later can take it.
      const next = takeNext()
      if (next === undefined) busy -= 1
      else next.begin()
    }
  }

  function takeNext(): Place | undefined {
    // Looked up now, not when they came: who waits may have turned interactive meanwhile.
    const first = line.findIndex(({ waiter }) => waiter.interactive)
    return line.splice(Math.max(first, 0), 1)[0]
  }

  function waitForPlace(waiter: Waiter): Promise<void> {
    if (line.length >= waiting)
      throw new RendererBusy(`${waiting} documents are waiting to be printed already`)
    return new Promise((begin) => line.push({ waiter, begin }))
  }

  return { run, isIdle: () => busy === 0 }
}
