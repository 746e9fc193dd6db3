import {
  type CertificateFacts,
  type CertificateRenderer,
  type RendererLimits,
  type RendererOptions,
  type RendererStatus,
  RendererUnavailable,
} from './contract.ts'
import { createMachine } from './machine.ts'
import { toPrinted } from './printed-certificate.ts'
import { createWaitingLine } from './waiting-line.ts'

export {
  type CertificateFacts,
  type CertificateRenderer,
  RendererBusy,
  type RendererLimits,
  type RendererOptions,
  type RendererStatus,
  RendererUnavailable,
} from './contract.ts'

const defaultLimits: RendererLimits = {
  slots: 2,
  waiting: 200,
  jobMs: 10_000,
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
  let missing = false

  async function render(facts: CertificateFacts): Promise<Uint8Array> {
    const printed = toPrinted(facts)
    try {
      return await remember(line.run(() => machine.print(printed)))
    } finally {
      closeWhenIdle()
    }
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
      missing = false
      return result
    } catch (error) {
      if (error instanceof RendererUnavailable) missing = true
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
    get missing() {
      return missing
    },
    render,
    status,
    close,
  }
}
