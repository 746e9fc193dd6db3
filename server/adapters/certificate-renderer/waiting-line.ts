import { RendererBusy } from './contract.ts'

/** Runs jobs in the order they came, at most `places` at once; refuses a job when `waiting` others are in line already. */
export function createWaitingLine({ places, waiting }: { places: number; waiting: number }) {
  const line: (() => void)[] = []
  let busy = 0

  async function run<T>(job: () => Promise<T>): Promise<T> {
    if (busy < places) busy += 1
    else await waitForPlace()

    try {
      return await job()
    } finally {
      // The place goes straight to the next in line, so that nobody who comes later can take it.
      const next = line.shift()
      if (next === undefined) busy -= 1
      else next()
    }
  }

  function waitForPlace(): Promise<void> {
    if (line.length >= waiting) throw new RendererBusy(`${waiting} certificates are waiting to be printed already`)
    return new Promise((resolve) => line.push(resolve))
  }

  return { run, isIdle: () => busy === 0 }
}
