import type { Template } from '../documents/template.ts'
import type { PrintingBrowser } from './printing-browser.ts'

/**
 * Keeps some browsers. Whoever needs one gets the first that is free: one that is started for it,
 * or one that has finished in the meantime.
 */
export function createBrowserPool(start: () => Promise<PrintingBrowser>, maxBrowsers: number) {
  const all = new Set<PrintingBrowser>()
  /** The one that was used last is at the end. */
  const free: PrintingBrowser[] = []
  const waiters: PromiseWithResolvers<PrintingBrowser>[] = []
  const closing = new Set<Promise<void>>()
  let starting: Promise<void> | undefined
  let stops = 0

  function take(template: Template): Promise<PrintingBrowser> {
    for (let found = takeFree(template); found !== undefined; found = takeFree(template)) {
      if (found.isRunning()) return Promise.resolve(found)
      discard(found)
    }
    return waitForOne()
  }

  function waitForOne(): Promise<PrintingBrowser> {
    const waiter = Promise.withResolvers<PrintingBrowser>()
    waiters.push(waiter)
    startIfNeeded()
    return waiter.promise
  }

  /** Waits until there is one; starts the first. */
  async function findStarted(): Promise<void> {
    if (all.size === 0) giveBack(await waitForOne())
  }

  /** A browser with this template, or else the least recently used, which has to change its own. */
  function takeFree({ name }: Template): PrintingBrowser | undefined {
    const index = free.findLastIndex((browser) => browser.templateName() === name)
    return free.splice(Math.max(index, 0), 1)[0]
  }

  /** One after the other: the first finds out which browser works here. */
  function startIfNeeded(): void {
    if (starting !== undefined || waiters.length === 0 || all.size >= maxBrowsers) return
    const asOf = stops
    starting = start()
      .then(
        (browser) => {
          all.add(browser)
          if (asOf === stops) giveBack(browser)
          else discard(browser)
        },
        (error: unknown) => {
          // Those that are at work will come back.
          if (all.size === 0) for (const { reject } of waiters.splice(0)) reject(error)
        },
      )
      .finally(() => {
        starting = undefined
        startIfNeeded()
      })
  }

  /** Keeps it for the next print, or closes it if it is of no more use. */
  function giveBack(browser: PrintingBrowser): void {
    if (!all.has(browser) || !browser.isRunning() || browser.isWornOut()) {
      discard(browser)
      startIfNeeded()
      return
    }
    const waiter = waiters.shift()
    if (waiter === undefined) free.push(browser)
    else waiter.resolve(browser)
  }

  function discard(browser: PrintingBrowser): void {
    all.delete(browser)
    const closed = browser.close().catch(() => undefined)
    closing.add(closed)
    void closed.then(() => closing.delete(closed))
  }

  /** Closes all that are there or being started. */
  async function stop(): Promise<void> {
    stops += 1
    for (const browser of [...all]) discard(browser)
    free.length = 0
    await starting
    await Promise.all(closing)
  }

  return { take, findStarted, giveBack, stop, size: () => all.size }
}
