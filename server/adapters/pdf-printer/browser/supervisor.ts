import type { PrintedDocument } from '../documents/printed-document.ts'
import {
  type PrinterLimits,
  type PrinterOptions,
  type PrinterStatus,
  PrinterUnavailable,
} from '../types.ts'
import type { ProvenBrowser } from './browser-discovery.ts'
import type { BrowserPool } from './browser-pool.ts'
import { BrowserKilled, PageLost } from './print-page.ts'

/** How long no browser is looked for again; where one has printed before, the failure will pass. */
const failureRememberedMs = { neverPrinted: 60_000, printedBefore: 1_000 }

/** How often one document may lose its browser before its print fails. */
const attempts = 5

/**
 * Keeps at most one browser running: starts it when there is work, replaces it when it dies, stops
 * it on request.
 */
export function createSupervisor(options: PrinterOptions, limits: PrinterLimits) {
  const { log } = options
  let proven: ProvenBrowser | undefined
  let hasPrinted = false
  let failure: { error: unknown; until: number } | undefined
  let pool: Promise<BrowserPool> | undefined
  let stopping: Promise<void> = Promise.resolve()
  let isClosed = false

  /** Begins again when the browser dies meanwhile, whatever killed it. */
  async function print(printed: PrintedDocument): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await printOnce(printed)
      } catch (error) {
        if (!(error instanceof PageLost) || attempt === attempts) throw error
        log.warn({ err: error, attempt }, 'the document lost its browser and is printed again')
      }
    }
  }

  async function printOnce(printed: PrintedDocument): Promise<Uint8Array> {
    const current = runningPool()
    const running = await current
    try {
      if (!running.isRunning()) throw new PageLost('the browser ended while it had nothing to do')
      return await running.print(printed)
    } finally {
      if (!running.isRunning() && pool === current) void stop()
    }
  }

  /** Started by the first caller and shared by those who ask meanwhile. */
  function runningPool(): Promise<BrowserPool> {
    if (isClosed) return Promise.reject(new PrinterUnavailable('the PDF printer is closed'))
    if (pool !== undefined) return pool

    const started = start()
    pool = started
    started.catch(() => {
      if (pool === started) pool = undefined
    })
    return started
  }

  async function start(): Promise<BrowserPool> {
    if (proven !== undefined) {
      const restarted = await startAgain(proven)
      if (restarted !== undefined) return restarted
      await proven.release()
      proven = undefined
    }
    if (failure !== undefined && Date.now() < failure.until) throw failure.error

    try {
      // Puppeteer and what belongs to it are a third of an idle server: the first print loads them.
      const { discoverBrowser } = await import('./browser-discovery.ts')
      const discovered = await discoverBrowser(options, limits)
      proven = discovered.browser
      hasPrinted = true
      return discovered.pool
    } catch (error) {
      if (error instanceof BrowserKilled) throw error
      log.error({ err: error }, 'certificates cannot be printed')
      failure = {
        error,
        until: Date.now() + failureRememberedMs[hasPrinted ? 'printedBefore' : 'neverPrinted'],
      }
      throw error
    }
  }

  /** It has printed here before: if it does not start once or twice, that is chance. */
  async function startAgain(browser: ProvenBrowser): Promise<BrowserPool | undefined> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        return await browser.start()
      } catch (error) {
        log.warn({ err: error, attempt }, 'the browser that printed certificates does not start')
      }
    }
    return undefined
  }

  async function status(): Promise<PrinterStatus> {
    if (proven === undefined) await runningPool()
    if (proven === undefined)
      throw new PrinterUnavailable('the PDF printer was closed in the meantime')
    return proven.status
  }

  function stop(): Promise<void> {
    const running = pool
    pool = undefined
    if (running !== undefined) {
      const closing = running.then((one) => one.close()).catch(() => undefined)
      stopping = stopping.then(() => closing)
    }
    return stopping
  }

  async function close(): Promise<void> {
    isClosed = true
    await stop()
    await proven?.release()
    proven = undefined
  }

  /** Undefined while no browser is proven. */
  function provenStatus(): PrinterStatus | undefined {
    return proven?.status
  }

  return { print, status, provenStatus, stop, close }
}
