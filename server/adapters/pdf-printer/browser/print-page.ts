import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, HTTPRequest, Page } from 'puppeteer-core'
import type {
  PageFont,
  PageSize,
  PictureSize,
  PrintedDocument,
} from '../documents/printed-document.ts'
import { lineHeight, type Template } from '../documents/template.ts'
import { type BodyFont, bodyFamily } from '../fonts/body-font.ts'
import { PrintInterrupted } from '../types.ts'
import {
  addShots,
  changeTemplate,
  countLoadingPictures,
  fillPage,
  findBox,
  findUnseenPictures,
  isDifferent,
  loadFaces,
  setHidden,
} from './page-script.ts'

/** Signals that the page or the whole browser is gone; a new page can print the document. */
export class PageLost extends PrintInterrupted {
  override readonly name = 'PageLost'
}

/** Signals a kill from outside, or for lack of memory: the browser may well run the next time. */
export class BrowserKilled extends PageLost {
  constructor(cause: unknown) {
    super('the browser was killed', { cause })
  }
}

const facesMs = 5_000

/** Fonts beyond this number are dropped from a page when the next document does not need them. */
const keptFonts = 64

/**
 * Opens a page without JavaScript or network, with a first template in it, kept while the same is
 * asked for: only its texts are replaced. One print at a time. Rejects when its fonts do not load.
 */
export async function openPrintPage(browser: Browser, font: BodyFont, first: Template) {
  let templateName = first.name
  let isLost = false
  let abandon: ((reason: Error) => void) | undefined
  function noteLoss(message: string, cause?: unknown): void {
    isLost = true
    abandon?.(new PageLost(message, { cause }))
  }
  const noteEnd = () => noteLoss('the browser ended')
  browser.once('disconnected', noteEnd)

  /**
   * Rejects when the browser ends, where Puppeteer would wait on for its message. Races no promise
   * of the page's: a long-lived one keeps the result of every race it took part in.
   */
  function unlessLost<Result>(work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    abandon = reject
    work().then(resolve, reject)
    if (isLost) reject(new PageLost('the page was lost before'))
    return promise
  }

  async function open() {
    const page = await browser.newPage()
    page.once('error', (cause: Error) => noteLoss('the page crashed', cause))
    await isolate(page)
    await page.setContent(first.build(font))
    await waitForFaces(page, font.faceCount)
    return { page, session: await page.createCDPSession() }
  }
  const { page, session } = await unlessLost(open).catch((error: unknown) => {
    browser.off('disconnected', noteEnd)
    throw error
  })
  const fill = createFiller(page)

  async function fillAndPrint(printed: PrintedDocument): Promise<Uint8Array> {
    if (templateName !== printed.template.name) await switchTo(printed.template)
    await fill(printed)
    return printed.picture === undefined ? print(session) : takePicture(session, printed.picture)
  }

  async function switchTo({ name, build }: Template): Promise<void> {
    await page.evaluate(changeTemplate, build({ ...font, css: '' }))
    while ((await page.evaluate(countLoadingPictures)) > 0) await sleep(2)
    templateName = name
  }

  /** Tells by two pictures of its place, with it and without, whether a part can be seen. */
  async function isSeen(id: string, { widthMm, heightMm }: PageSize): Promise<boolean> {
    const box = await page.evaluate(findBox, id)
    const { leastPixels, ...fields } = id === 'qr' ? seenCode : seenText
    if (box === null || Math.min(box.width, box.height) < leastPixels) return false
    const [right, bottom] = [widthMm * pixelsPerMm + 1, heightMm * pixelsPerMm + 1]
    const isOutside = box.x + box.width > right || box.y + box.height > bottom
    if (isOutside || Math.min(box.x, box.y) < -1) return false

    const shown = await capture(session, { ...box, scale: comparedScale })
    await page.evaluate(setHidden, id, true)
    const shots = [shown, await capture(session, { ...box, scale: comparedScale })]
    await page.evaluate(setHidden, id, false)
    await page.evaluate(
      addShots,
      shots.map((png) => `data:image/png;base64,${png}`),
    )
    while ((await page.evaluate(countLoadingPictures)) > 0) await sleep(2)
    return page.evaluate(isDifferent, fields)
  }

  async function findUnseen(ids: readonly string[], size: PageSize): Promise<string[]> {
    const unseen: string[] = []
    for (const id of ids) if (!(await isSeen(id, size))) unseen.push(id)
    return unseen
  }

  return {
    templateName: () => templateName,
    /** Whether its page crashed or its browser ended, printing or not. */
    isLost: () => isLost,
    print: (printed: PrintedDocument) => unlessLost(() => fillAndPrint(printed)),
    /** Returns the ids of the pictures that leave no mark on white paper. */
    findUnseenPictures: () => unlessLost(() => page.evaluate(findUnseenPictures)),
    /** Returns the ids of the parts that nobody can see. The page cannot print after it. */
    findUnseenParts: (ids: readonly string[], size: PageSize) =>
      unlessLost(() => findUnseen(ids, size)),
  }
}

async function isolate(page: Page): Promise<void> {
  await page.setJavaScriptEnabled(false)
  await page.setOfflineMode(true)
  await page.setRequestInterception(true)
  page.on('request', refuseUnlessInline)
  await page.emulateMediaType('print')
}

function refuseUnlessInline(request: HTTPRequest): void {
  const isInline = /^(?:data|about):/u.test(request.url())
  // Ignores that the browser may have ended; then there is nothing left to refuse.
  void (isInline ? request.continue() : request.abort('blockedbyclient')).catch(() => undefined)
}

async function waitForFaces(page: Page, faceCount: number): Promise<void> {
  const deadline = performance.now() + facesMs
  let ready = await page.evaluate(loadFaces)
  while (ready < faceCount) {
    if (performance.now() > deadline)
      throw new Error(`only ${ready} of ${faceCount} font faces were loaded`)
    await sleep(10)
    ready = await page.evaluate(loadFaces)
  }
}

/** Fills the page repeatedly, sending it each font once. */
function createFiller(page: Page): (printed: PrintedDocument) => Promise<void> {
  const kept = new Set<string>()

  /** Returns fonts to send and to drop: a page would otherwise collect every font there is. */
  function changeFonts(fonts: readonly PageFont[]) {
    const needed = new Set(fonts.map(({ name }) => name))
    const missing = fonts.filter(({ name }) => !kept.has(name))
    const isFull = kept.size + missing.length > keptFonts
    const dropped = isFull ? [...kept].filter((name) => !needed.has(name)) : []
    for (const name of dropped) kept.delete(name)
    for (const { name } of missing) kept.add(name)
    return { missing, dropped }
  }

  return async ({ template: { fitted }, fonts, uncovered: _, ...content }) => {
    const { missing, dropped } = changeFonts(fonts)
    const tooLong = await page.evaluate(fillPage, {
      ...content,
      bodyFamily,
      fitted,
      lineHeight,
      droppedFonts: dropped,
      fonts: missing.map(({ name, font }) => ({
        name,
        base64: Buffer.from(font).toString('base64'),
      })),
    })
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

const pixelsPerMm = 96 / 25.4

/** The least size in CSS pixels, and the fields that must each show something: a few letters. */
const seenText = { leastPixels: 6, across: 4, down: 1 }
/** 29 mm, as a code of many modules needs them; of which nothing may be covered. */
const seenCode = { leastPixels: 110, across: 8, down: 8 }
const comparedScale = 2

/** Takes a PNG; transparent where the page paints nothing. */
async function takePicture(
  session: CDPSession,
  { widthMm, heightMm, widthPixels }: PictureSize,
): Promise<Uint8Array> {
  // Rounds to whole pixels, as the browser would leave out some parts.
  const [width, height] = [Math.round(widthMm * pixelsPerMm), Math.round(heightMm * pixelsPerMm)]
  const clip = { x: 0, y: 0, width, height, scale: widthPixels / width }
  return Buffer.from(await capture(session, clip), 'base64')
}

/** Returns the PNG of a part of the page, in base64. */
async function capture(
  session: CDPSession,
  clip: { x: number; y: number; width: number; height: number; scale: number },
): Promise<string> {
  await session.send('Emulation.setDefaultBackgroundColorOverride', {
    color: { r: 0, g: 0, b: 0, a: 0 },
  })
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip,
  })
  await session.send('Emulation.setDefaultBackgroundColorOverride', {})
  return data
}
