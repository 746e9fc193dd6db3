import {
  type CertificateContent,
  type CertificateRenderer,
  type RendererLimits,
  type RendererOptions,
  type RendererStatus,
  RendererUnavailable,
  type Waiter,
} from './contract.ts'
import { describeUncovered, type Uncovered } from './coverage.ts'
import { finishPdf } from './finish-pdf.ts'
import { createMachine } from './machine.ts'
import { createWaitingLine } from './waiting-line.ts'

export {
  type CertificateContent,
  type CertificateRenderer,
  PrintInterrupted,
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

/** Prints certificates with a real browser. Nothing is started before the first render or status. */
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
    const printed = await toPrinted(content, options.branding)
    if (printed.uncovered.length > 0)
      options.log.warn(
        { code: content.code, ...describeUncovered(printed.uncovered) },
        'no font has these characters: their code points are printed',
      )

    // Before printing: a key that cannot be read is told without a browser.
    const signer = await options.signer?.()
    const pdf = await remember(line.run(() => machine.print(printed), waiter)).finally(closeWhenIdle)
    const { issuedAt, issuer: author, credential } = content
    return finishPdf(pdf, { title: printed.documentTitle, author, issuedAt, credential }, signer)
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
    findUncovered,
    status,
    close,
  }
}
