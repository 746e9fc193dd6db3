import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, HTTPRequest, Page } from 'puppeteer-core'
import { PrintInterrupted } from './contract.ts'
import { bodyFamily } from './fonts.ts'
import { fillPage, loadFaces } from './page-script.ts'
import type { PrintedCertificate } from './printed-certificate.ts'
import { type FittedText, lineHeight } from './template.ts'

/** The template with its fonts. */
export interface Template {
  html: string
  faceCount: number
  fitted: readonly FittedText[]
}

/** A page that keeps the template and only has its texts replaced. One print at a time. */
export interface Slot {
  /** True when its page crashed or its browser ended, whether or not it was printing. */
  isLost(): boolean
  print(certificate: PrintedCertificate): Promise<Uint8Array>
  close(): Promise<void>
}

/** The page or the whole browser is gone; the certificate can be printed in another one. */
export class SlotLost extends PrintInterrupted {
  override readonly name = 'SlotLost'
}

/** Somebody killed the browser, or the machine had no memory for it: it may well run the next time. */
export class BrowserKilled extends SlotLost {
  constructor(cause: unknown) {
    super('the browser was killed', { cause })
  }
}

const facesMs = 5_000

/** Opens a page without JavaScript and without network, and puts the template into it. Rejects when its fonts do not load. */
export async function openSlot(browser: Browser, template: Template): Promise<Slot> {
  const page = await browser.newPage()
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  let isLost = false
  function noteLoss(message: string, cause?: unknown): void {
    isLost = true
    lose(new SlotLost(message, { cause }))
  }
  lost.catch(() => undefined)
  page.once('error', (cause: Error) => noteLoss('the page crashed', cause))
  browser.once('disconnected', () => noteLoss('the browser ended'))

  try {
    await shutIn(page)
    await page.setContent(template.html)
    await waitForFaces(page, template.faceCount)
    const session = await page.createCDPSession()
    const fill = createFiller(page, template.fitted)

    async function fillAndPrint(certificate: PrintedCertificate): Promise<Uint8Array> {
      await fill(certificate)
      return print(session)
    }
    return {
      isLost: () => isLost,
      print: (certificate) => Promise.race([fillAndPrint(certificate), lost]),
      close: () => page.close(),
    }
  } catch (error) {
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
    if (Date.now() > deadline) throw new Error(`only ${ready} of ${faceCount} font faces were loaded`)
    await sleep(10)
    ready = await page.evaluate(loadFaces)
  }
}

/** Fills the page again and again; fonts that others will need too are sent to it once. */
function createFiller(page: Page, fitted: readonly FittedText[]): (certificate: PrintedCertificate) => Promise<void> {
  const kept = new Set<string>()
  let oldFonts: string[] = []

  return async ({ fonts, documentTitle, locale, direction, texts, qrCode, qrLabel }) => {
    const missing = fonts.filter(({ name }) => !kept.has(name))
    const filling = {
      ...{ documentTitle, locale, direction, texts, qrCode, qrLabel, oldFonts, bodyFamily, fitted, lineHeight },
      fonts: missing.map(({ name, font }) => ({ name, base64: Buffer.from(font).toString('base64') })),
    }
    oldFonts = missing.filter(({ isOwn }) => isOwn).map(({ name }) => name)
    for (const { name, isOwn } of missing) if (!isOwn) kept.add(name)

    const tooLong = await page.evaluate(fillPage, filling)
    if (tooLong.length > 0) throw new RangeError(`too long for a certificate: ${tooLong.join(', ')}`)
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
