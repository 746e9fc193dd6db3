import {
  type CertificateContent,
  type PdfPrinter,
  PrinterUnavailable,
  type ReceiptContent,
} from '../adapters/pdf-printer/types.ts'

export interface SwitchablePrinter extends PdfPrinter {
  /** True while there is a browser. */
  available: boolean
  isUnavailable: boolean
  /** Everything printed so far, in order. */
  printed: CertificateContent[]
  printedReceipts: ReceiptContent[]
}

/** The smallest PNG. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

/**
 * A printer whose browser comes and goes, for tests of what happens around printing. Its prints
 * begin like PDFs and hold their content.
 */
export function switchablePrinter({ available }: { available: boolean }): SwitchablePrinter {
  const printer: SwitchablePrinter = {
    available,
    lastStatus: undefined,
    isUnavailable: false,
    printed: [],
    printedReceipts: [],
    printCertificate: async (content) => printOf(content, printer.printed),
    drawCertificate: async () => pictureOf(),
    drawBadge: async () => pictureOf(),
    printReceipt: async (content) => printOf(content, printer.printedReceipts),
    findUncovered: () => Promise.resolve(undefined),
    findUncoveredIn: () => Promise.resolve(undefined),
    tryLook: () => Promise.resolve(undefined),
    status: () => Promise.resolve({ available: printer.available, detail: 'switched by the test' }),
    close: () => Promise.resolve(),
  }
  function pictureOf(): Uint8Array {
    printer.isUnavailable = !printer.available
    if (printer.isUnavailable) throw new PrinterUnavailable('no browser at the moment')
    return Buffer.from(onePixel, 'base64')
  }
  function printOf<Content>(content: Content, printed: Content[]): Uint8Array {
    printer.isUnavailable = !printer.available
    if (printer.isUnavailable) throw new PrinterUnavailable('no browser at the moment')
    printed.push(content)
    return new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(content)}\n%${printed.length}\n`)
  }
  return printer
}
