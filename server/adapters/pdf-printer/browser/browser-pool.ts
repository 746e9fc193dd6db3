import type { Template } from '../documents/template.ts'
import type { PrintingBrowser } from './printing-browser.ts'

/**
 * Keeps some browsers. A print gets the first that is free: one started for it, or one that has
 * finished meanwhile.
 */
export function createBrowserPool(start: () => Promise<PrintingBrowser>, maxBrowsers: number) {
  const all = new Set<PrintingBrowser>()
  /** Free browsers, the last used at the end. */
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

  /** Waits until there is one, starting the first. */
  async function findStarted(): Promise<void> {
    if (all.size === 0) giveBack(await waitForOne())
  }

  /** Takes a browser with this template, or else the least recently used, to change its own. */
  function takeFree({ name }: Template): PrintingBrowser | undefined {
    const index = free.findLastIndex((browser) => browser.templateName() === name)
    return free.splice(Math.max(index, 0), 1)[0]
  }

  /** Starts one after the other: the first finds out which browser works here. */
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
          // Rejects only if none is at work, which would come back.
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

  /** Closes all browsers, including those being started. */
  async function stop(): Promise<void> {
    stops += 1
    for (const browser of [...all]) discard(browser)
    free.length = 0
    await starting
    await Promise.all(closing)
  }

  return { take, findStarted, giveBack, stop, size: () => all.size }
}
