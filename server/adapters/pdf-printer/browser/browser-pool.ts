import type { Paper, PrintedDocument } from '../documents/printed-document.ts'
import type { BodyFont } from '../fonts/fonts.ts'
import { PrintInterrupted, type RendererLimits } from '../types.ts'
import { type LaunchOptions, launchBrowser } from './launch.ts'
import { BrowserKilled, openSlot, type Slot, SlotLost } from './print-page.ts'

/** A running browser and the pages it prints with. */
export interface Press {
  version: string
  /** False when it died, or when one of its pages could be neither opened nor closed. */
  isRunning(): boolean
  print(printed: PrintedDocument): Promise<Uint8Array>
  close(): Promise<void>
  /** Known once it is closed. */
  wasKilled(): boolean
}

interface UsedSlot {
  slot: Slot
  renders: number
}

const openMs = 10_000

/**
 * Starts a browser and opens a page with a first paper, which asserts that it can show our fonts.
 */
export async function startPress(
  launch: LaunchOptions,
  font: BodyFont,
  first: Paper,
  limits: RendererLimits,
): Promise<Press> {
  const launched = await launchBrowser(launch)
  const { browser } = launched
  /** The one that was used last is at the end. */
  const free: UsedSlot[] = []
  let open = 0
  let worn = false

  async function takeSlot(paper: Paper): Promise<UsedSlot> {
    for (let used = takeFree(paper); used !== undefined; used = takeFree(paper)) {
      if (!used.slot.isLost()) return used
      discard(used)
    }
    open += 1
    try {
      return { slot: await withDeadline(openSlot(browser, font, paper), openMs), renders: 0 }
    } catch (error) {
      open -= 1
      throw error
    }
  }

  /**
   * A page with this paper; else, where no more may be opened, the one that was not used for
   * longest.
   */
  function takeFree({ name }: Paper): UsedSlot | undefined {
    const index = free.findLastIndex(({ slot }) => slot.paper() === name)
    if (index !== -1) return free.splice(index, 1)[0]
    return open < limits.slots ? undefined : free.shift()
  }

  async function print(printed: PrintedDocument): Promise<Uint8Array> {
    const used = await takeSlot(printed.paper).catch((cause: unknown) => {
      giveUp()
      throw new SlotLost('the browser opens no page', { cause })
    })
    try {
      const pdf = await withDeadline(used.slot.print(printed), limits.jobMs)
      used.renders += 1
      if (used.renders < limits.rendersPerSlot) free.push(used)
      else discard(used)
      return pdf
    } catch (error) {
      discard(used)
      return explainLoss(error)
    }
  }

  function discard({ slot }: UsedSlot): void {
    open -= 1
    void withDeadline(slot.close(), 2_000).catch(() => {
      if (!slot.isLost()) giveUp()
    })
  }

  /** A browser that can neither open nor close a page is of no more use. */
  function giveUp(): void {
    worn = true
    void launched.close()
  }

  function explainLoss(cause: unknown): never {
    if (cause instanceof SlotLost || browser.connected) throw cause
    throw new SlotLost('the browser ended', { cause })
  }

  try {
    free.push(await takeSlot(first))
    return {
      version: await browser.version(),
      isRunning: () => !worn && browser.connected,
      print,
      close: launched.close,
      wasKilled: launched.wasKilled,
    }
  } catch (error) {
    await launched.close()
    throw launched.wasKilled() ? new BrowserKilled(error) : error
  }
}

async function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new PrintInterrupted(`took longer than ${milliseconds} ms`)),
    milliseconds,
  )
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
