import { withDeadline } from '../../../lib/deadline.ts'
import type { PrintedDocument } from '../documents/printed-document.ts'
import type { Template } from '../documents/template.ts'
import type { BodyFont } from '../fonts/body-font.ts'
import { type PrinterLimits, PrintInterrupted } from '../types.ts'
import { type LaunchOptions, launchBrowser } from './launch.ts'
import { BrowserKilled, openPrintPage, PageLost, type PrintPage } from './print-page.ts'

/** A running browser and the pool of pages that it prints with. */
export interface BrowserPool {
  version: string
  /** False when the browser died, or when one of its pages could be neither opened nor closed. */
  isRunning(): boolean
  print(printed: PrintedDocument): Promise<Uint8Array>
  close(): Promise<void>
  /** Known once it is closed. */
  wasKilled(): boolean
}

interface PooledPage {
  page: PrintPage
  prints: number
}

const openMs = 10_000
const closeMs = 2_000

/** Starts a browser and opens a first page, which asserts that it can show our fonts. */
export async function startBrowserPool(
  launch: LaunchOptions,
  font: BodyFont,
  first: Template,
  limits: PrinterLimits,
): Promise<BrowserPool> {
  const launched = await launchBrowser(launch)
  const { browser } = launched
  /** The page that was used last is at the end. */
  const free: PooledPage[] = []
  let open = 0
  let isBroken = false

  async function takePage(template: Template): Promise<PooledPage> {
    for (let pooled = takeFree(template); pooled !== undefined; pooled = takeFree(template)) {
      if (!pooled.page.isLost()) return pooled
      discard(pooled)
    }
    open += 1
    try {
      return { page: await within(openMs, openPrintPage(browser, font, template)), prints: 0 }
    } catch (error) {
      open -= 1
      throw error
    }
  }

  /** A page with this template; else, where no more may be opened, the least recently used. */
  function takeFree({ name }: Template): PooledPage | undefined {
    const index = free.findLastIndex(({ page }) => page.templateName() === name)
    if (index !== -1) return free.splice(index, 1)[0]
    return open < limits.pages ? undefined : free.shift()
  }

  async function print(printed: PrintedDocument): Promise<Uint8Array> {
    const pooled = await takePage(printed.template).catch((cause: unknown) => {
      abandonBrowser()
      throw new PageLost('the browser opens no page', { cause })
    })
    try {
      const pdf = await within(limits.printMs, pooled.page.print(printed))
      pooled.prints += 1
      if (pooled.prints < limits.printsPerPage) free.push(pooled)
      else discard(pooled)
      return pdf
    } catch (error) {
      discard(pooled)
      return explainLoss(error)
    }
  }

  function discard({ page }: PooledPage): void {
    open -= 1
    void within(closeMs, page.close()).catch(() => {
      if (!page.isLost()) abandonBrowser()
    })
  }

  /** A browser that can neither open nor close a page is of no more use. */
  function abandonBrowser(): void {
    isBroken = true
    void launched.close()
  }

  function explainLoss(cause: unknown): never {
    if (cause instanceof PageLost || browser.connected) throw cause
    throw new PageLost('the browser ended', { cause })
  }

  try {
    free.push(await takePage(first))
    return {
      version: await browser.version(),
      isRunning: () => !isBroken && browser.connected,
      print,
      close: launched.close,
      wasKilled: launched.wasKilled,
    }
  } catch (error) {
    await launched.close()
    throw launched.wasKilled() ? new BrowserKilled(error) : error
  }
}

function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  return withDeadline(
    milliseconds,
    work,
    () => new PrintInterrupted(`took longer than ${milliseconds} ms`),
  )
}
