import { setTimeout as sleep } from 'node:timers/promises'

interface Patience {
  /** Seconds. */
  most?: number
  /** Milliseconds. */
  every?: number
}

/** The seconds until it is so; infinite when they are more than these. */
export async function secondsUntil(
  isSo: () => boolean | Promise<boolean>,
  { most = 60, every = 200 }: Patience = {},
): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < most * 1_000) {
    if (await isSo()) return (performance.now() - began) / 1_000
    await sleep(every)
  }
  return Number.POSITIVE_INFINITY
}

/** Waits until it is so; throws when that takes too long. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { most = 60, every = 200 }: Patience = {},
): Promise<void> {
  if (!Number.isFinite(await secondsUntil(isSo, { most, every })))
    throw new Error(`In vain for ${most} s: ${what}.`)
}

/** Whether the work succeeds. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

export async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(url, { signal }).catch(() => undefined)
  return answer?.ok === true
}

/** Waits until the URL answers with a 2xx status; throws after a minute, or as many as given. */
export function untilReady(url: string, { minutes = 1 } = {}): Promise<void> {
  return until(`${url} is ready`, () => isReady(url), { most: minutes * 60 })
}

/** Repeats the action, with a pause in between, until it is stopped. */
export function during(pause: number, action: () => Promise<void>): { stop: () => Promise<void> } {
  let isOver = false
  const work = (async () => {
    while (!isOver) {
      await action()
      await sleep(pause)
    }
  })()
  // Reported by stop(): until then, a failure must not end the process.
  work.catch(() => undefined)
  return {
    stop: () => {
      isOver = true
      return work
    },
  }
}
