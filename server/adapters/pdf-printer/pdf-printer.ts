import { collectGarbage } from '../../lib/collect-garbage.ts'
import { createQueue, type Priority } from '../../lib/queue.ts'
import { createSupervisor } from './browser/supervisor.ts'
import type { Documents } from './documents/documents.ts'
import type { PrintedDocument } from './documents/printed-document.ts'
import { describeUncovered } from './fonts/coverage.ts'
import type { DocumentFacts } from './pdf/finish-pdf.ts'
import {
  type CertificateContent,
  type PdfPrinter,
  type PdfSigner,
  PrinterBusy,
  type PrinterLimits,
  type PrinterOptions,
  type PrinterStatus,
  PrinterUnavailable,
  type ReceiptContent,
  SigningFileError,
  type Uncovered,
} from './types.ts'

export { endsSoon, openPdfSigner, readValidSigner } from './pdf/open-signer.ts'

const defaultLimits: PrinterLimits = {
  pages: 2,
  maxWaiting: 200,
  printMs: 3_000,
  printsPerPage: 2_000,
  idleMs: 60_000,
}

interface PrintRequest {
  facts: Omit<DocumentFacts, 'title'>
  /** Names the document in the log. */
  logFields: Record<string, string>
  priority: Priority
  /** True when the PDF will be stored: then it has to be signed as it should. */
  isStored: boolean
}

/**
 * Prints certificates and receipts with a real browser. Nothing is started, and nothing large is
 * loaded, before the first print or status.
 */
export function createPdfPrinter(options: PrinterOptions): PdfPrinter {
  const limits = { ...defaultLimits, ...options.limits }
  const queue = createQueue({
    concurrency: limits.pages,
    maxWaiting: limits.maxWaiting,
    whenFull: () =>
      new PrinterBusy(`${limits.maxWaiting} documents are waiting to be printed already`),
  })
  const supervisor = createSupervisor(options, limits)
  let documents: Promise<Documents> | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let browserStatus: PrinterStatus | undefined
  let signingFault: SigningFileError | undefined

  async function printCertificate(
    content: CertificateContent,
    priority: Priority = { interactive: true },
  ): Promise<Uint8Array> {
    const { issuedAt, issuer: author, credential, code } = content
    return print(await (await loadDocuments()).certificate(content), {
      facts: { author, issuedAt, credential },
      logFields: { code },
      priority,
      isStored: true,
    })
  }

  async function printReceipt(
    content: ReceiptContent,
    priority: Priority = { interactive: true },
  ): Promise<Uint8Array> {
    const { issuedAt, issuer: author, number } = content
    return print(await (await loadDocuments()).receipt(content), {
      facts: { author, issuedAt },
      logFields: { receipt: number },
      priority,
      isStored: false,
    })
  }

  function loadDocuments(): Promise<Documents> {
    documents ??= import('./documents/documents.ts').then(({ createDocuments }) =>
      createDocuments(options.branding),
    )
    return documents
  }

  async function print(
    printed: PrintedDocument,
    { facts, logFields, priority, isStored }: PrintRequest,
  ): Promise<Uint8Array> {
    if (printed.uncovered.length > 0)
      options.log.warn(
        { ...logFields, ...describeUncovered(printed.uncovered) },
        'no font has these characters: their code points are printed instead',
      )

    // Before printing: a key that cannot be read shows without a browser.
    const signer = await openSigner({ isStored })
    const [pdf, { finishPdf }] = await Promise.all([
      remember(queue.run(() => supervisor.print(printed), priority)).finally(closeWhenIdle),
      import('./pdf/finish-pdf.ts'),
    ])
    return finishPdf(pdf, { title: printed.documentTitle, ...facts }, signer)
  }

  async function findUncovered(content: CertificateContent): Promise<Uncovered | undefined> {
    const { uncovered } = await (await loadDocuments()).certificate(content)
    return uncovered.length === 0 ? undefined : describeUncovered(uncovered)
  }

  async function status(): Promise<PrinterStatus> {
    try {
      const status = await remember(supervisor.status())
      await checkSigner()
      return status
    } catch (error) {
      if (error instanceof PrinterUnavailable || error instanceof SigningFileError)
        return { available: false, detail: error.message }
      throw error
    } finally {
      closeWhenIdle()
    }
  }

  async function openSigner({
    isStored,
  }: Pick<PrintRequest, 'isStored'>): Promise<PdfSigner | undefined> {
    try {
      return await noteFault(options.signer?.open())
    } catch (error) {
      if (isStored || !(error instanceof SigningFileError)) throw error
      options.log.error({ err: error }, 'the document is not stored, so it is printed unsigned')
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
      browserStatus = supervisor.provenStatus()
      return result
    } catch (error) {
      if (error instanceof PrinterUnavailable)
        browserStatus = { available: false, detail: error.message }
      throw error
    }
  }

  function closeWhenIdle(): void {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      if (queue.load().running > 0) return
      // Completing PDFs leaves 170 MB of garbage behind after some hundred prints.
      void supervisor.stop().finally(collectGarbage)
    }, limits.idleMs).unref()
  }

  async function close(): Promise<void> {
    await supervisor.close()
    clearTimeout(idleTimer)
  }

  function lastStatus(): PrinterStatus | undefined {
    return signingFault === undefined
      ? browserStatus
      : { available: false, detail: signingFault.message }
  }

  return {
    get lastStatus() {
      return lastStatus()
    },
    get isUnavailable() {
      return lastStatus()?.available === false
    },
    printCertificate,
    printReceipt,
    findUncovered,
    status,
    close,
  }
}
