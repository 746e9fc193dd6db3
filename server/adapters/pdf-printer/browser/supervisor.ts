import type { PrintedDocument } from '../documents/printed-document.ts'
import {
  DocumentTooHeavy,
  type PrinterLimits,
  type PrinterOptions,
  type PrinterStatus,
  PrinterUnavailable,
} from '../types.ts'
import type { ProvenBrowser } from './browser-discovery.ts'
import { createBrowserPool } from './browser-pool.ts'
import { BrowserKilled, PageLost } from './print-page.ts'
import type { PrintingBrowser } from './printing-browser.ts'

/** How long no browser is searched again; where one has printed before, the failure will pass. */
const failureRememberedMs = { neverPrinted: 60_000, printedBefore: 1_000 }

/** How often one document may lose its browser before its print fails. */
const attempts = 5

/** Factor of time for a document that is tried alone. */
const patience = 2

/** Losses of the browser, where a plain document prints, after which a document is at fault. */
const trialsOfLoss = 3

/** The document on trial, and one that is known to print. */
export interface TriedDocuments {
  printed: PrintedDocument
  plain: PrintedDocument
  /** Whether its pictures are inspected, too. */
  isInspected: boolean
}

/**
 * Keeps as many browsers running as print at once: starts them when there is work, replaces those
 * that die or wear out, and stops them on request.
 */
export function createSupervisor(options: PrinterOptions, limits: PrinterLimits) {
  const { log } = options
  const pool = createBrowserPool(start, limits.browsers)
  let proven: ProvenBrowser | undefined
  let hasPrinted = false
  let failure: { error: unknown; until: number } | undefined
  let isClosed = false

  function requireOpen(): void {
    if (isClosed) throw new PrinterUnavailable('the PDF printer is closed')
  }

  /** Prints, beginning again when the browser dies, whatever killed it. */
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
    requireOpen()
    const browser = await pool.take(printed.template)
    try {
      return await browser.print(printed)
    } finally {
      pool.giveBack(browser)
    }
  }

  async function start(): Promise<PrintingBrowser> {
    requireOpen()
    if (proven !== undefined) {
      const restarted = await startAgain(proven)
      if (restarted !== undefined) return restarted
      requireOpen()
      if (pool.size() > 0) throw new PrinterUnavailable('no further browser starts')
      await proven.release()
      proven = undefined
    }
    if (failure !== undefined && performance.now() < failure.until) throw failure.error

    try {
      // Loads Puppeteer with the first print: with its parts it is a third of an idle server.
      const { discoverBrowser } = await import('./browser-discovery.ts')
      const discovered = await discoverBrowser(options, limits)
      proven = discovered.proven
      hasPrinted = true
      return discovered.running
    } catch (error) {
      if (error instanceof BrowserKilled) throw error
      log.error({ err: error }, 'certificates cannot be printed')
      failure = {
        error,
        until:
          performance.now() + failureRememberedMs[hasPrinted ? 'printedBefore' : 'neverPrinted'],
      }
      throw error
    }
  }

  /** Starts a browser that has printed here before: one or two failures are chance. */
  async function startAgain(browser: ProvenBrowser): Promise<PrintingBrowser | undefined> {
    for (let attempt = 1; attempt <= attempts && !isClosed; attempt += 1) {
      try {
        return await browser.start()
      } catch (error) {
        log.warn({ err: error, attempt }, 'the browser that printed certificates does not start')
      }
    }
    return undefined
  }

  async function status(): Promise<PrinterStatus> {
    requireOpen()
    if (proven === undefined) await pool.findStarted()
    if (proven === undefined)
      throw new PrinterUnavailable('the PDF printer was closed in the meantime')
    return proven.status
  }

  /**
   * Prints a document in a browser of its own, with more time than usual, after a plain one that
   * shows that browser and machine are well. Rejects with PrintInterrupted when not even that can
   * be printed.
   */
  async function tryAlone(documents: TriedDocuments): Promise<Trial> {
    await status()
    for (let attempt = 1; attempt <= trialsOfLoss; attempt += 1) {
      const trial = await tryOnce(documents)
      if (trial !== 'lost') return trial
    }
    return { fault: 'crashed its browser' }
  }

  async function tryOnce({ printed, plain, isInspected }: TriedDocuments): Promise<Trial | 'lost'> {
    const browser = proven && (await startAgain(proven))
    if (browser === undefined)
      throw new PrinterUnavailable('no browser starts for a document alone')
    const bounds = { ...limits, printMs: patience * limits.printMs }
    try {
      await browser.print(plain, bounds)
      try {
        const pdf = await browser.print(printed, bounds)
        return { pdf, ...(isInspected ? await inspect(browser, printed) : nothingUnseen) }
      } catch (error) {
        if (error instanceof DocumentTooHeavy || error instanceof RangeError)
          return { fault: error.message }
        if (error instanceof PageLost) return 'lost'
        throw error
      }
    } finally {
      await browser.close()
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    await pool.stop()
    await proven?.release()
    proven = undefined
  }

  /** Returns the status; undefined while no browser is proven. */
  function provenStatus(): PrinterStatus | undefined {
    return proven?.status
  }

  return { print, tryAlone, status, provenStatus, stop: pool.stop, close }
}

/** Result of a document tried alone: its print, or why it cannot be printed. */
export type Trial = ({ pdf: Uint8Array } & Unseen) | { fault: string }

interface Unseen {
  /** Ids of pictures that leave no mark on white paper. */
  unseenPictures: string[]
  /** Ids of what people have to see. */
  unseenParts: string[]
}

const nothingUnseen: Unseen = { unseenPictures: [], unseenParts: [] }

async function inspect(
  browser: PrintingBrowser,
  { template: { mustShow } }: PrintedDocument,
): Promise<Unseen> {
  const unseenPictures = await browser.findUnseenPictures()
  if (mustShow === undefined) return { unseenPictures, unseenParts: [] }
  return { unseenPictures, unseenParts: await browser.findUnseenParts(mustShow.ids, mustShow) }
}
