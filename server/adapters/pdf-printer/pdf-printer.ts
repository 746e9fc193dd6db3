import { createMachine } from './browser/supervisor.ts'
import type { PrintedDocument } from './documents/printed-document.ts'
import { describeUncovered, type Uncovered } from './fonts/coverage.ts'
import { type DocumentFacts, finishPdf } from './pdf/finish-pdf.ts'
import type { PdfSigner } from './pdf/pdf-signer.ts'
import { SigningFileError } from './pdf/read-signing-file.ts'
import { createWaitingLine } from './priority-queue.ts'
import {
  type CertificateContent,
  type CertificateRenderer,
  type ReceiptContent,
  type RendererLimits,
  type RendererOptions,
  type RendererStatus,
  RendererUnavailable,
  type Waiter,
} from './types.ts'

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
} from './types.ts'

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
  /** Whether it is stored for ever. */
  isKept: boolean
}

/**
 * Prints certificates, and receipts in the same way, with a real browser. Nothing is started before
 * the first render or status.
 */
export function createCertificateRenderer(options: RendererOptions): CertificateRenderer {
  const limits = { ...defaultLimits, ...options.limits }
  const line = createWaitingLine({
    places: limits.slots,
    waiting: limits.waiting,
  })
  const machine = createMachine(options, limits)
  let idleTimer: NodeJS.Timeout | undefined
  let known: RendererStatus | undefined
  let signingFault: SigningFileError | undefined

  async function render(
    content: CertificateContent,
    waiter: Waiter = { interactive: true },
  ): Promise<Uint8Array> {
    const { toPrinted } = await import('./documents/printed-certificate.ts')
    const { issuedAt, issuer: author, credential, code } = content
    const printed = await toPrinted(content, options.branding)
    return print(printed, {
      facts: { author, issuedAt, credential },
      called: { code },
      waiter,
      isKept: true,
    })
  }

  async function renderReceipt(
    content: ReceiptContent,
    waiter: Waiter = { interactive: true },
  ): Promise<Uint8Array> {
    const { toPrintedReceipt } = await import('./documents/printed-receipt.ts')
    const { issuedAt, issuer: author, number } = content
    const printed = await toPrintedReceipt(content, options.branding)
    return print(printed, {
      facts: { author, issuedAt },
      called: { receipt: number },
      waiter,
      isKept: false,
    })
  }

  async function print(
    printed: PrintedDocument,
    { facts, called, waiter, isKept }: Print,
  ): Promise<Uint8Array> {
    if (printed.uncovered.length > 0)
      options.log.warn(
        { ...called, ...describeUncovered(printed.uncovered) },
        'no font has these characters: their code points are printed',
      )

    // Before printing: a key that cannot be read is told without a browser.
    const signer = await openSigner({ isKept })
    const pdf = await remember(line.run(() => machine.print(printed), waiter)).finally(
      closeWhenIdle,
    )
    return finishPdf(pdf, { title: printed.documentTitle, ...facts }, signer)
  }

  async function findUncovered(content: CertificateContent): Promise<Uncovered | undefined> {
    const { toPrinted } = await import('./documents/printed-certificate.ts')
    const { uncovered } = await toPrinted(content, options.branding)
    return uncovered.length === 0 ? undefined : describeUncovered(uncovered)
  }

  async function status(): Promise<RendererStatus> {
    try {
      const status = await remember(machine.status())
      await checkSigner()
      return status
    } catch (error) {
      if (error instanceof RendererUnavailable || error instanceof SigningFileError)
        return { available: false, detail: error.message }
      throw error
    } finally {
      closeWhenIdle()
    }
  }

  /** What is kept waits for its signature; what is not is printed without one. */
  async function openSigner({ isKept }: Pick<Print, 'isKept'>): Promise<PdfSigner | undefined> {
    try {
      return await noteFault(options.signer?.open())
    } catch (error) {
      if (isKept || !(error instanceof SigningFileError)) throw error
      options.log.error({ err: error }, 'what is not kept is printed without a signature')
      return undefined
    }
  }

  async function checkSigner(): Promise<void> {
    await noteFault(options.signer?.check()).catch((error: unknown) => {
      options.log.error({ err: error }, 'certificates cannot be signed, so none is printed')
      throw error
    })
  }

  async function noteFault<Result>(
    attempt: Promise<Result> | undefined,
  ): Promise<Result | undefined> {
    try {
      const result = await attempt
      signingFault = undefined
      return result
    } catch (error) {
      signingFault = error instanceof SigningFileError ? error : undefined
      throw error
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

  function whatIsKnown(): RendererStatus | undefined {
    return signingFault === undefined ? known : { available: false, detail: signingFault.message }
  }

  return {
    get known() {
      return whatIsKnown()
    },
    get missing() {
      return whatIsKnown()?.available === false
    },
    render,
    renderReceipt,
    findUncovered,
    status,
    close,
  }
}
