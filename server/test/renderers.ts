import {
  type CertificateContent,
  type CertificateRenderer,
  type ReceiptContent,
  RendererUnavailable,
} from '../adapters/pdf-printer/pdf-printer.ts'

export interface SwitchableRenderer extends CertificateRenderer {
  /** Whether there is a browser at the moment. */
  available: boolean
  missing: boolean
  /** What was printed, one after the other. */
  printed: CertificateContent[]
  printedReceipts: ReceiptContent[]
}

/**
 * For tests of what happens around the printing: a browser that comes and goes. What it prints
 * begins like a PDF and holds what it is to say.
 */
export function switchableRenderer({ available }: { available: boolean }): SwitchableRenderer {
  const renderer: SwitchableRenderer = {
    available,
    known: undefined,
    missing: false,
    printed: [],
    printedReceipts: [],
    render: async (content) => printOf(content, renderer.printed),
    renderReceipt: async (content) => printOf(content, renderer.printedReceipts),
    findUncovered: () => Promise.resolve(undefined),
    status: () =>
      Promise.resolve({ available: renderer.available, detail: 'switched by the test' }),
    close: () => Promise.resolve(),
  }
  function printOf<Content>(content: Content, printed: Content[]): Uint8Array {
    renderer.missing = !renderer.available
    if (renderer.missing) throw new RendererUnavailable('no browser at the moment')
    printed.push(content)
    return new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(content)}\n%${printed.length}\n`)
  }
  return renderer
}
