import {
  type CertificateContent,
  type CertificateRenderer,
  type ReceiptContent,
  type RendererLimits,
  type RendererOptions,
  type RendererStatus,
  RendererUnavailable,
  type Waiter,
} from './contract.ts'
import { describeUncovered, type Uncovered } from './coverage.ts'
import { type DocumentFacts, finishPdf } from './finish-pdf.ts'
import { createMachine } from './machine.ts'
import type { PrintedDocument } from './printed-document.ts'
import { createWaitingLine } from './waiting-line.ts'

export {
  type CertificateContent,
  type CertificateRenderer,
  PrintInterrupted,
  type ReceiptContent,
  RendererBusy,
  type RendererLimits,
  type RendererOptions,
  type RendererStatus,
  RendererUnavailable,
  type Waiter,
} from './contract.ts'

const defaultLimits: RendererLimits = {
  slots: 2,
  waiting: 200,
  jobMs: 3_000,
  rendersPerSlot: 2_000,
  idleMs: 60_000,
}

interface Print {
  facts: Omit<DocumentFacts, 'title'>
  /** For the log. */
  called: Record<string, string>
  waiter: Waiter
}

/** Prints certificates, and receipts in the same way, with a real browser. Nothing is started before the first render or status. */
export function createCertificateRenderer(options: RendererOptions): CertificateRenderer {
  const limits = { ...defaultLimits, ...options.limits }
  const line = createWaitingLine({
    places: limits.slots,
    waiting: limits.waiting,
  })
  const machine = createMachine(options, limits)
  let idleTimer: NodeJS.Timeout | undefined
  let known: RendererStatus | undefined

  async function render(content: CertificateContent, waiter: Waiter = { interactive: true }): Promise<Uint8Array> {
    const { toPrinted } = await import('./printed-certificate.ts')
    const { issuedAt, issuer: author, credential, code } = content
    return print(await toPrinted(content, options.branding), { facts: { author, issuedAt, credential }, called: { code }, waiter })
  }

  async function renderReceipt(content: ReceiptContent, waiter: Waiter = { interactive: true }): Promise<Uint8Array> {
    const { toPrintedReceipt } = await import('./printed-receipt.ts')
    const { issuedAt, issuer: author, number } = content
    return print(await toPrintedReceipt(content, options.branding), { facts: { author, issuedAt }, called: { receipt: number }, waiter })
  }

  async function print(printed: PrintedDocument, { facts, called, waiter }: Print): Promise<Uint8Array> {
    if (printed.uncovered.length > 0)
      options.log.warn(
        { ...called, ...describeUncovered(printed.uncovered) },
        'no font has these characters: their code points are printed',
      )

    // Before printing: a key that cannot be read is told without a browser.
    const signer = await options.signer?.()
    const pdf = await remember(line.run(() => machine.print(printed), waiter)).finally(closeWhenIdle)
    return finishPdf(pdf, { title: printed.documentTitle, ...facts }, signer)
  }

  async function findUncovered(content: CertificateContent): Promise<Uncovered | undefined> {
    const { toPrinted } = await import('./printed-certificate.ts')
    const { uncovered } = await toPrinted(content, options.branding)
    return uncovered.length === 0 ? undefined : describeUncovered(uncovered)
  }

  async function status(): Promise<RendererStatus> {
    try {
      return await remember(machine.status())
    } catch (error) {
      if (error instanceof RendererUnavailable) return { available: false, detail: error.message }
      throw error
    } finally {
      closeWhenIdle()
    }
  }

  async function remember<Result>(attempt: Promise<Result>): Promise<Result> {
    try {
      const result = await attempt
      known = machine.found()
      return result
    } catch (error) {
      if (error instanceof RendererUnavailable) known = { available: false, detail: error.message }
      throw error
    }
  }

  function closeWhenIdle(): void {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      if (line.isIdle()) void machine.stop()
    }, limits.idleMs).unref()
  }

  async function close(): Promise<void> {
    await machine.close()
    clearTimeout(idleTimer)
  }

  return {
    get known() {
      return known
    },
    get missing() {
      return known?.available === false
    },
    render,
    renderReceipt,
    findUncovered,
    status,
    close,
  }
}
