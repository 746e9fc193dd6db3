import { withDeadline } from '../../../../lib/deadline.ts'
import type { PageSize, PrintedDocument } from '../documents/printed-document.ts'
import type { Template } from '../documents/template.ts'
import type { BodyFont } from '../fonts/body-font.ts'
import { DocumentTooHeavy, type PrinterLimits } from '../types.ts'
import { type LaunchOptions, launchBrowser } from './launch.ts'
import { BrowserKilled, openPrintPage, PageLost } from './print-page.ts'
import { memoryOfGroup } from './process-memory.ts'

/**
 * A running browser with the one page that it prints with: what a document does to its browser, it
 * does to no other document. One print at a time.
 */
export type PrintingBrowser = Awaited<ReturnType<typeof startPrintingBrowser>>

export type PrintBounds = Pick<PrinterLimits, 'printMs' | 'documentMegabytes'>

/** A busy machine takes ten times as long as a quiet one, which needs one to three seconds. */
const openMs = 30_000
/** Looking at pictures takes a second on a machine with nothing else to do. */
const inspectMs = 10_000
const megabyte = 1_000_000
const millisecondsBetweenLooks = 100
/** Prints between two looks: counting the memory of all processes takes as long as a print. */
const printsBetweenLooks = 50

/** Starts a browser and opens its page, which asserts that it can show our fonts. */
export async function startPrintingBrowser(
  launch: LaunchOptions,
  font: BodyFont,
  first: Template,
  limits: PrinterLimits,
) {
  const launched = await launchBrowser(launch)
  const { browser, processGroup } = launched
  const memoryNow = () => memoryOfGroup(processGroup)
  let prints = 0
  let isWornOut = false

  async function open() {
    const page = await openPrintPage(browser, font, first)
    return { page, version: await browser.version(), memoryAtFirst: await memoryNow() }
  }

  const opening = withDeadline(openMs, open())
  const { page, version, memoryAtFirst } = await opening.catch(async (error: unknown) => {
    // Leaves an ending browser alone: who killed it shows only in its end.
    if (browser.connected) launched.kill()
    await launched.close()
    throw launched.wasKilled() ? new BrowserKilled(error) : error
  })
  let isRunning = true

  /**
   * Rejects with DocumentTooHeavy, and kills the browser, when the document takes too long or too
   * much memory.
   */
  async function print(
    printed: PrintedDocument,
    bounds: PrintBounds = limits,
  ): Promise<Uint8Array> {
    const { printMs, documentMegabytes } = bounds
    const { promise: stopped, reject: stop } = Promise.withResolvers<never>()
    const watch = setInterval(async () => {
      if ((await memoryNow()) - memoryAtFirst < documentMegabytes * megabyte) return
      stop(new DocumentTooHeavy(`took more than ${documentMegabytes} MB of memory`))
    }, millisecondsBetweenLooks)
    try {
      const printing = Promise.race([page.print(printed), stopped])
      const pdf = await withDeadline(
        printMs,
        printing,
        () => new DocumentTooHeavy(`took longer than ${printMs} ms`),
      )
      await noteWear()
      return pdf
    } catch (error) {
      // Kills it: the document may keep it busy for minutes, and take all memory there is.
      isRunning = false
      if (!(error instanceof PageLost)) launched.kill()
      throw browser.connected || error instanceof DocumentTooHeavy
        ? error
        : new PageLost('the browser ended', { cause: error })
    } finally {
      clearInterval(watch)
    }
  }

  /** Returns the ids of pictures that leave no mark on white paper. Rejects like `print`. */
  function findUnseenPictures(): Promise<string[]> {
    return inspect(page.findUnseenPictures)
  }

  /** Returns the ids of parts that nobody can see, and prints no more. Rejects like `print`. */
  function findUnseenParts(ids: readonly string[], size: PageSize): Promise<string[]> {
    return inspect(() => page.findUnseenParts(ids, size))
  }

  async function inspect(look: () => Promise<string[]>): Promise<string[]> {
    try {
      return await withDeadline(
        inspectMs,
        look(),
        () => new DocumentTooHeavy('its pictures take too long to draw'),
      )
    } catch (error) {
      if (error instanceof DocumentTooHeavy || (browser.connected && !page.isLost())) throw error
      throw new PageLost('the browser ended', { cause: error })
    }
  }

  async function noteWear(): Promise<void> {
    prints += 1
    if (prints % printsBetweenLooks === 0)
      isWornOut = (await memoryNow()) - memoryAtFirst > limits.wornMegabytes * megabyte
    isWornOut ||= prints >= limits.printsPerBrowser
  }

  return {
    version,
    templateName: page.templateName,
    /** False when the browser died, or was killed because of a document. */
    isRunning: () => isRunning && browser.connected && !page.isLost(),
    /** Whether so many prints, or so much memory, make a new browser better. */
    isWornOut: () => isWornOut,
    print,
    findUnseenPictures,
    findUnseenParts,
    close: launched.close,
    /** Known once it is closed. */
    wasKilled: launched.wasKilled,
  }
}
