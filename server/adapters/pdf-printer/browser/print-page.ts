import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, HTTPRequest, Page } from 'puppeteer-core'
import { lineHeight, type Paper, type PrintedDocument } from '../documents/printed-document.ts'
import { type BodyFont, bodyFamily } from '../fonts/fonts.ts'
import { PrintInterrupted } from '../types.ts'
import { changePaper, countPicturesToCome, fillPage, loadFaces } from './page-script.ts'

/**
 * A page that keeps its paper as long as the same is asked for, and only has its texts replaced.
 * One print at a time.
 */
export interface Slot {
  /** Name of the paper that is in it. */
  paper(): string
  /** True when its page crashed or its browser ended, whether or not it was printing. */
  isLost(): boolean
  print(printed: PrintedDocument): Promise<Uint8Array>
  close(): Promise<void>
}

/** The page or the whole browser is gone; what was to be printed can be printed in another one. */
export class SlotLost extends PrintInterrupted {
  override readonly name = 'SlotLost'
}

/**
 * Somebody killed the browser, or the machine had no memory for it: it may well run the next time.
 */
export class BrowserKilled extends SlotLost {
  constructor(cause: unknown) {
    super('the browser was killed', { cause })
  }
}

const facesMs = 5_000

/**
 * Opens a page without JavaScript and without network, and puts a first paper into it. Rejects when
 * its fonts do not load.
 */
export async function openSlot(browser: Browser, font: BodyFont, first: Paper): Promise<Slot> {
  let paper = first.name
  const page = await browser.newPage()
  let isLost = false
  let abandonPrint: ((reason: Error) => void) | undefined
  function noteLoss(message: string, cause?: unknown): void {
    isLost = true
    abandonPrint?.(new SlotLost(message, { cause }))
  }
  const noteEnd = () => noteLoss('the browser ended')
  page.once('error', (cause: Error) => noteLoss('the page crashed', cause))
  browser.once('disconnected', noteEnd)

  try {
    await shutIn(page)
    await page.setContent(first.build(font))
    await waitForFaces(page, font.faceCount)
    const session = await page.createCDPSession()
    const fill = createFiller(page)

    async function fillAndPrint(printed: PrintedDocument): Promise<Uint8Array> {
      if (paper !== printed.paper.name) await putIn(printed.paper)
      await fill(printed)
      return print(session)
    }

    async function putIn({ name, build }: Paper): Promise<void> {
      await page.evaluate(changePaper, build({ ...font, css: '' }))
      while ((await page.evaluate(countPicturesToCome)) > 0) await sleep(2)
      paper = name
    }

    /**
     * No race with a promise of the page's: one that lives long keeps the result of every race it
     * took part in.
     */
    function printUnlessLost(printed: PrintedDocument): Promise<Uint8Array> {
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
      abandonPrint = reject
      fillAndPrint(printed).then(resolve, reject)
      if (isLost) reject(new SlotLost('the page was lost before'))
      return promise
    }
    return {
      paper: () => paper,
      isLost: () => isLost,
      print: printUnlessLost,
      async close() {
        browser.off('disconnected', noteEnd)
        await page.close()
      },
    }
  } catch (error) {
    browser.off('disconnected', noteEnd)
    void page.close().catch(() => undefined)
    throw error
  }
}

async function shutIn(page: Page): Promise<void> {
  await page.setJavaScriptEnabled(false)
  await page.setOfflineMode(true)
  await page.setRequestInterception(true)
  page.on('request', refuseUnlessInline)
  await page.emulateMediaType('print')
}

function refuseUnlessInline(request: HTTPRequest): void {
  const isInline = /^(?:data|about):/u.test(request.url())
  // The browser may have ended in between; then there is nothing left to refuse.
  void (isInline ? request.continue() : request.abort('blockedbyclient')).catch(() => undefined)
}

async function waitForFaces(page: Page, faceCount: number): Promise<void> {
  const deadline = Date.now() + facesMs
  let ready = await page.evaluate(loadFaces)
  while (ready < faceCount) {
    if (Date.now() > deadline)
      throw new Error(`only ${ready} of ${faceCount} font faces were loaded`)
    await sleep(10)
    ready = await page.evaluate(loadFaces)
  }
}

/** Fills the page again and again; fonts that others will need too are sent to it once. */
function createFiller(page: Page): (printed: PrintedDocument) => Promise<void> {
  const kept = new Set<string>()
  let oldFonts: string[] = []

  return async ({
    paper: { fitted },
    fonts,
    documentTitle,
    pageNote,
    locale,
    direction,
    texts,
    rows,
    drawings,
  }) => {
    const missing = fonts.filter(({ name }) => !kept.has(name))
    const filling = {
      documentTitle,
      pageNote,
      locale,
      direction,
      texts,
      rows,
      drawings,
      oldFonts,
      bodyFamily,
      fitted,
      lineHeight,
      fonts: missing.map(({ name, font }) => ({
        name,
        base64: Buffer.from(font).toString('base64'),
      })),
    }
    oldFonts = missing.filter(({ isOwn }) => isOwn).map(({ name }) => name)
    for (const { name, isOwn } of missing) if (!isOwn) kept.add(name)

    const tooLong = await page.evaluate(fillPage, filling)
    if (tooLong.length > 0) throw new RangeError(`too long for the page: ${tooLong.join(', ')}`)
  }
}

async function print(session: CDPSession): Promise<Uint8Array> {
  const { data } = await session.send('Page.printToPDF', {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  })
  return Buffer.from(data, 'base64')
}
