import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'
import { pino } from 'pino'
import { getDocument } from 'unpdf/pdfjs'
import { noFacts } from '../../../content/certificates/printed-facts.ts'
import type { CertificateContent, PdfPrinter, PrinterOptions, ReceiptContent } from './types.ts'

/** One folder for all runs, so that the browser is unpacked once. */
export const workDir = fileURLToPath(
  new URL('../../../node_modules/.cache/lyceum-certificates', import.meta.url),
)

export const quiet = pino({ level: 'silent' })

export function givenOptions(options: Partial<PrinterOptions> = {}): PrinterOptions {
  return { workDir, log: quiet, ...options }
}

export function givenContent(content: Partial<CertificateContent> = {}): CertificateContent {
  return {
    learnerName: 'Ada Lovelace',
    courseTitle: 'Version Control with Git',
    completedOn: '2026-11-21',
    issuedOn: '2026-11-21',
    issuedAt: new Date('2026-11-21T09:30:01Z'),
    code: '7Q3M-X9KD-2HVA-RT5E-8',
    verifyUrl: 'https://lyceum.example/verify/7Q3M-X9KD-2HVA-RT5E-8',
    qrText: 'https://lyceum.example/verify/7Q3M-X9KD-2HVA-RT5E-8',
    issuer: 'Lyceum',
    ...noFacts,
    minutes: 745,
    lastDay: null,
    language: 'en',
    ...content,
  }
}

/** Creates a receipt with one line per price, in the currency's smallest unit. */
export function givenReceipt({
  prices = [2900],
  discounts = [],
  currency = 'USD',
  refunded = 0,
  ...content
}: Omit<Partial<ReceiptContent>, 'refunded' | 'discount'> & {
  prices?: number[]
  discounts?: number[]
  currency?: string
  refunded?: number
} = {}): ReceiptContent {
  const money = (amount: number) => ({ amount, currency })
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    number: '2026-000042',
    issuedOn: '2026-11-21',
    issuedAt: new Date('2026-11-21T23:30:00Z'),
    transactionId: '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04',
    issuer: 'Lyceum',
    issuerLines: ['1 Academy Road, Athens', 'VAT EL 123456789'],
    buyer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    company: null,
    lines: prices.map((price, index) => ({
      title: `Course number ${index + 1}`,
      price: money(price),
      discount: money(discounts[index] ?? 0),
      paid: money(price - (discounts[index] ?? 0)),
    })),
    discount: money(sum(discounts)),
    total: money(sum(prices) - sum(discounts)),
    tax: null,
    refunded: money(refunded),
    language: 'en',
    ...content,
  }
}

/**
 * Whether certificates can be printed here. Logs why not: silently skipped tests look like passed
 * ones.
 */
export async function requireBrowser(printer: PdfPrinter): Promise<boolean> {
  const { available, detail } = await printer.status()
  if (!available) console.warn(`SKIPPED, because there is no browser: ${detail}`)
  return available
}

export interface PdfContent {
  pages: number
  widthMm: number
  heightMm: number
  title: string
  author: string
  language: string | null
  /** Headings of the outline. */
  outline: string[]
  /** Attached files by name. */
  attachments: Record<string, string>
  tagged: boolean
  /** Text without white space: the tests do not care where a line breaks. */
  text: string
  /** Distance of the lowest line of text from the upper edge. */
  lowestTextMm: number
  /** Pairs of texts drawn over each other. */
  overlaps: string[]
}

interface TextBox {
  text: string
  left: number
  right: number
  bottom: number
  top: number
}

/** Reads one page of a PDF, with a reader unrelated to the browser that wrote it. */
export async function readPdf(pdf: Uint8Array, pageNumber = 1): Promise<PdfContent> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  try {
    const document = await task.promise
    const page = await document.getPage(pageNumber)
    const { width, height } = page.getViewport({ scale: 1 })
    const { info } = (await document.getMetadata()) as unknown as {
      info: { Title: string; Author: string; Language: string | null }
    }
    const attached = ((await document.getAttachments()) ?? {}) as Record<
      string,
      { content: Uint8Array }
    >

    const boxes = (await page.getTextContent()).items.flatMap((item): TextBox[] => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [left, baseline] = [item.transform[4] as number, item.transform[5] as number]
      return [
        {
          text: item.str,
          left,
          right: left + item.width,
          bottom: baseline - 0.15 * item.height,
          top: baseline + 0.7 * item.height,
        },
      ]
    })
    return {
      pages: document.numPages,
      widthMm: toMm(width),
      heightMm: toMm(height),
      title: info.Title,
      author: info.Author,
      outline: titlesOf((await document.getOutline()) ?? []),
      attachments: Object.fromEntries(
        Object.entries(attached).map(([name, { content }]) => [
          name,
          Buffer.from(content).toString(),
        ]),
      ),
      language: info.Language,
      tagged: (await document.getMarkInfo())?.Marked === true,
      text: withoutSpace(boxes.map(({ text }) => text).join('')),
      lowestTextMm: toMm(height - Math.min(...boxes.map(({ bottom }) => bottom))),
      overlaps: findOverlaps(boxes),
    }
  } finally {
    await task.destroy()
  }
}

interface OutlineItem {
  title: string
  items: OutlineItem[]
}

function titlesOf(outline: readonly OutlineItem[]): string[] {
  return outline.flatMap(({ title, items }) => [title, ...titlesOf(items)])
}

function findOverlaps(boxes: readonly TextBox[]): string[] {
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5)
      .filter((other) => Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > 0.5)
      .map((other) => `${one.text} / ${other.text}`),
  )
}

function toMm(points: number): number {
  return (points / 72) * 25.4
}

/** A drawn page: four bytes for each pixel. */
export interface Picture {
  width: number
  height: number
  pixelsPerMm: number
  data: Uint8ClampedArray
}

const pdfium = openPdfium()

async function openPdfium() {
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const opened = await init({ wasmBinary: new Uint8Array(readFileSync(file)).buffer })
  opened.PDFiumExt_Init()
  return opened
}

const withAnnotations = 0x01
const asRgba = 0x10

/** Draws the page with a reader that shares no code with what wrote it. */
export async function drawPdf(
  pdf: Uint8Array,
  { dotsPerInch }: { dotsPerInch: number },
): Promise<Picture> {
  const reader = await pdfium
  const { wasmExports } = reader.pdfium
  const file = wasmExports.malloc(pdf.length)
  reader.pdfium.HEAPU8.set(pdf, file)
  const document = reader.FPDF_LoadMemDocument(file, pdf.length, '')
  const page = reader.FPDF_LoadPage(document, 0)
  if (document === 0 || page === 0) throw new Error('The PDF cannot be read.')
  const toPixels = (points: number) => Math.ceil((points / 72) * dotsPerInch)
  const width = toPixels(reader.FPDF_GetPageWidthF(page))
  const height = toPixels(reader.FPDF_GetPageHeightF(page))
  const bitmap = reader.FPDFBitmap_Create(width, height, 0)
  reader.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff)
  reader.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations | asRgba)
  const start = reader.FPDFBitmap_GetBuffer(bitmap)
  const data = new Uint8ClampedArray(reader.pdfium.HEAPU8.slice(start, start + 4 * width * height))
  reader.FPDFBitmap_Destroy(bitmap)
  reader.FPDF_ClosePage(page)
  reader.FPDF_CloseDocument(document)
  wasmExports.free(file)
  return { width, height, pixelsPerMm: dotsPerInch / 25.4, data }
}

export function withoutSpace(text: string): string {
  return text.replace(/\s+/gu, '')
}

interface RunningProcess {
  pid: number
  /** Undefined if it has just ended. */
  parent: number | undefined
  group: number | undefined
}

/** Lists processes; Linux only, like the folder it looks into. */
function listProcesses(): RunningProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
  return pids.map(Number).map((pid) => {
    // The name of the program, in brackets, may hold anything.
    const fields = factOf(pid, 'stat').replace(/^.*\) /su, '')
    const [, parent, group] = fields.split(' ').map(Number)
    return { pid, parent, group }
  })
}

/** Empty for a process that has ended. */
function factOf(pid: number, name: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns process ids of browsers that this process started and that still run. */
export function findBrowsers(): number[] {
  return listProcesses()
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid)
    .filter((pid) => factOf(pid, 'cmdline').includes(`profile-${process.pid}-`))
}

/** Returns ids of the processes that draw a browser's pages. */
export function findPageProcesses(browser: number): number[] {
  return listProcesses()
    .filter(({ group }) => group === browser)
    .map(({ pid }) => pid)
    .filter((pid) => factOf(pid, 'cmdline').includes('--type=renderer'))
}

export function findProfiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(`profile-${process.pid}-`))
}
