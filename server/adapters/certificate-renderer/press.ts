import { PrintInterrupted, type RendererLimits } from './contract.ts'
import { type LaunchOptions, launchBrowser } from './launch.ts'
import type { PrintedCertificate } from './printed-certificate.ts'
import { BrowserKilled, openSlot, type Slot, SlotLost, type Template } from './slot.ts'

/** A running browser and the pages it prints with. */
export interface Press {
  version: string
  /** False when it died, or when one of its pages could be neither opened nor closed. */
  isRunning(): boolean
  print(certificate: PrintedCertificate): Promise<Uint8Array>
  close(): Promise<void>
  /** Known once it is closed. */
  wasKilled(): boolean
}

interface UsedSlot {
  slot: Slot
  renders: number
}

const openMs = 10_000

/** Starts a browser and opens a first page, which asserts that it can show our fonts. */
export async function startPress(launch: LaunchOptions, template: Template, limits: RendererLimits): Promise<Press> {
  const launched = await launchBrowser(launch)
  const { browser } = launched
  const free: UsedSlot[] = []

  let worn = false

  async function takeSlot(): Promise<UsedSlot> {
    for (let used = free.pop(); used !== undefined; used = free.pop()) {
      if (!used.slot.isLost()) return used
      discard(used)
    }
    return { slot: await withDeadline(openSlot(browser, template), openMs), renders: 0 }
  }

  async function print(certificate: PrintedCertificate): Promise<Uint8Array> {
    const used = await takeSlot().catch((cause: unknown) => {
      giveUp()
      throw new SlotLost('the browser opens no page', { cause })
    })
    try {
      const pdf = await withDeadline(used.slot.print(certificate), limits.jobMs)
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
    free.push(await takeSlot())
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
  const timer = setTimeout(() => reject(new PrintInterrupted(`took longer than ${milliseconds} ms`)), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
