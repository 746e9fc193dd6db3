import { type Branding, defaultBranding, hasPictures } from '../../../content/branding/branding.ts'
import { collectGarbage } from '../../../lib/collect-garbage.ts'
import { createQueue, type Priority } from '../../../lib/queue.ts'
import { shareCalls } from '../../../lib/single-flight.ts'
import { countPages, longestProbe, probeContent } from './browser/probe.ts'
import { createSupervisor } from './browser/supervisor.ts'
import type { PrintedDocument } from './documents/printed-document.ts'
import { describeUncovered } from './fonts/coverage.ts'
import { createLookKeeper } from './looks.ts'
import type { DocumentFacts } from './pdf/finish-pdf.ts'
import {
  type BadgeContent,
  type CertificateContent,
  LookUnprintable,
  type PdfPrinter,
  type PdfSigner,
  PrinterBusy,
  type PrinterLimits,
  type PrinterOptions,
  type PrinterStatus,
  PrinterUnavailable,
  type ReceiptContent,
  SigningFileError,
  TextNotPrintable,
  type Uncovered,
} from './types.ts'

export { endsSoon, openPdfSigner, readValidSigner } from './pdf/open-signer.ts'

const defaultLimits: PrinterLimits = {
  browsers: 2,
  maxWaiting: 200,
  printMs: 3_000,
  documentMegabytes: 512,
  wornMegabytes: 150,
  printsPerBrowser: 2_000,
  idleMs: 60_000,
}

const sample: CertificateContent = { ...probeContent, branding: defaultBranding }

interface PrintRequest {
  facts: Omit<DocumentFacts, 'title'>
  /** Fields that name the document in the log. */
  logFields: Record<string, string>
  priority: Priority | undefined
  /** Whether the PDF will be stored: then it has to be signed as it should. */
  isStored: boolean
}

/**
 * Prints certificates and receipts with a real browser. Starts nothing, and loads nothing large,
 * before the first print or status.
 */
export function createPdfPrinter(options: PrinterOptions): PdfPrinter {
  const limits = { ...defaultLimits, ...options.limits }
  const whenFull = () =>
    new PrinterBusy(`${limits.maxWaiting} documents are waiting to be printed already`)
  const { browsers, maxWaiting } = limits
  const queue = createQueue({ concurrency: browsers, maxWaiting, whenFull })
  const loadDocuments = shareCalls(
    async () => (await import('./documents/documents.ts')).createDocuments(options.branding),
    { freshMilliseconds: Number.POSITIVE_INFINITY },
  )
  const supervisor = createSupervisor(options, limits)
  const looks = createLookKeeper({
    queue,
    newLooksAtOnce: Math.max(1, browsers - 1),
    maxWaiting,
    whenFull,
    print: supervisor.print,
    tryAlone: supervisor.tryAlone,
    plain: async () => (await loadDocuments()).certificate(sample),
    log: options.log,
  })
  let idleTimer: NodeJS.Timeout | undefined
  let browserStatus: PrinterStatus | undefined
  let signingFault: SigningFileError | undefined
  let lookFault: Promise<string | undefined> | undefined

  async function printCertificate(
    content: CertificateContent,
    priority?: Priority,
  ): Promise<Uint8Array> {
    const { issuedAt, issuer: author, credential, code } = content
    return print(await (await loadDocuments()).certificate(content), {
      facts: { author, issuedAt, credential },
      logFields: { code },
      priority,
      isStored: true,
    })
  }

  async function drawCertificate(
    content: CertificateContent,
    priority?: Priority,
  ): Promise<Uint8Array> {
    return draw(await (await loadDocuments()).certificatePicture(content), priority)
  }

  async function drawBadge(content: BadgeContent, priority?: Priority): Promise<Uint8Array> {
    return draw(await (await loadDocuments()).badge(content), priority)
  }

  function draw(printed: PrintedDocument, priority: Priority | undefined): Promise<Uint8Array> {
    return remember(looks.print(printed, priority)).finally(closeWhenIdle)
  }

  async function printReceipt(content: ReceiptContent, priority?: Priority): Promise<Uint8Array> {
    const { issuedAt, issuer: author, number } = content
    const request = {
      facts: { author, issuedAt },
      logFields: { receipt: number },
      priority,
      isStored: false,
    }
    const { receipt, plainReceipt } = await loadDocuments()
    return print(await receipt(content), request).catch(async (error: unknown) => {
      if (!(error instanceof LookUnprintable)) throw error
      options.log.error({ err: error }, 'the look of the settings cannot be printed: left out')
      return print(await plainReceipt(content), request)
    })
  }

  async function print(
    printed: PrintedDocument,
    { facts, logFields, priority, isStored }: PrintRequest,
  ): Promise<Uint8Array> {
    const uncovered = describeUncovered(printed.uncovered)
    if (uncovered !== undefined) {
      if (isStored) throw new TextNotPrintable(`no font has ${uncovered.codePoints.join(', ')}`)
      options.log.warn(
        { ...logFields, ...uncovered },
        'no font has these characters: their code points are printed instead',
      )
    }

    // Opens it before printing, as a key that cannot be read shows without a browser.
    const signer = await openSigner({ isStored })
    const [pdf, { finishPdf }] = await Promise.all([
      remember(looks.print(printed, priority)).finally(closeWhenIdle),
      import('./pdf/finish-pdf.ts'),
    ])
    const texts = Object.values(printed.texts).map((runs) => runs.map(({ text }) => text).join(''))
    return finishPdf(pdf, { title: printed.documentTitle, texts, ...facts }, signer)
  }

  async function findUncovered(content: CertificateContent): Promise<Uncovered | undefined> {
    const { uncovered } = await (await loadDocuments()).certificate(content)
    return describeUncovered(uncovered)
  }

  async function findUncoveredIn(text: string): Promise<Uncovered | undefined> {
    return describeUncovered(await (await loadDocuments()).uncoveredIn(text))
  }

  async function tryLook(branding: Branding): Promise<string | undefined> {
    try {
      const fault = await tryContent({ ...probeContent, branding })
      if (fault !== undefined || !branding.template) return fault
      return await tryContent({ ...longestProbe, branding })
    } finally {
      closeWhenIdle()
    }
  }

  async function tryContent(content: CertificateContent): Promise<string | undefined> {
    const printed = await (await loadDocuments()).certificate(content)
    const trial = await remember(looks.tryOut(printed, { isInspected: true }))
    if ('fault' in trial) return trial.fault
    const [picture] = trial.unseenPictures
    if (picture !== undefined)
      return `the picture "${picture}" cannot be read, or cannot be seen on white paper`
    if (trial.unseenParts.length > 0) {
      const parts = trial.unseenParts.map((part) => `{{${part}}}`).join(', ')
      const names = content.learnerName === longestProbe.learnerName ? 'the longest' : 'usual'
      return `${parts} cannot be seen, or too small or too pale to be read, with ${names} names`
    }
    const pages = countPages(Buffer.from(trial.pdf).toString('latin1'))
    return pages === 1 ? undefined : `it has ${pages} pages instead of one`
  }

  /** Finds a fault, once; only looks with pictures can fail. */
  function findLookFault(): Promise<string | undefined> {
    const { branding } = options
    if (branding === undefined || !hasPictures(branding)) return Promise.resolve(undefined)
    lookFault ??= tryLook(branding).catch((error: unknown) => {
      lookFault = undefined
      options.log.warn({ err: error }, 'the look of the settings could not be tried')
      return undefined
    })
    return lookFault
  }

  async function status(): Promise<PrinterStatus> {
    try {
      const status = await remember(supervisor.status())
      await checkSigner()
      const fault = await findLookFault()
      return { ...status, ...(fault !== undefined && { lookFault: fault }) }
    } catch (error) {
      if (error instanceof PrinterUnavailable || error instanceof SigningFileError)
        return { available: false, detail: error.message }
      throw error
    } finally {
      // Frees 250 MB that nobody has asked for yet.
      closeWhenIdle(0)
    }
  }

  async function openSigner({
    isStored,
  }: Pick<PrintRequest, 'isStored'>): Promise<PdfSigner | undefined> {
    try {
      const signer = await noteFault(options.signer?.open())
      return isStored ? signer : (signer?.untimed ?? signer)
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

  function closeWhenIdle(idleMs = limits.idleMs): void {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      if (queue.load().running > 0) return
      // Collects 170 MB of garbage that completing PDFs leaves behind after some hundred prints.
      void supervisor.stop().finally(collectGarbage)
    }, idleMs).unref()
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
    drawCertificate,
    drawBadge,
    printReceipt,
    findUncovered,
    findUncoveredIn,
    tryLook,
    status,
    close,
  }
}
