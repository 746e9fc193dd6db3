import type { Logger } from 'pino'

/** What a certificate says. All of it is printed as text, never read as HTML. */
export interface CertificateFacts {
  learnerName: string
  courseTitle: string
  /** Calendar day of completion, UTC, ISO 8601 (2026-11-21). */
  completedOn: string
  /** As printed: XXXX-XXXX-XXXX-XXXX-C */
  code: string
  /** Where anyone can check it; also in the QR code. */
  verificationUrl: string
  issuer: string
  /** BCP 47. A language without words of its own in `words.ts` is printed in English. */
  language: string
}

export type BrowserSource = 'CHROMIUM_PATH' | '@sparticuz/chromium' | 'system'

export interface RendererStatus {
  available: boolean
  /** For people: which browser, which sandbox level, or what is missing and how to mend it. */
  detail: string
  browser?: { path: string; source: BrowserSource; version: string }
  /** The level of isolation in force, from `sandbox.ts`. */
  sandbox?: string
}

export interface CertificateRenderer {
  /** True while the last print or probe found no browser; false before the first. */
  readonly missing: boolean
  /** The PDF's bytes. Rejects with RendererUnavailable when no browser is to be had, and with RendererBusy when the bounded queue is full. */
  render(facts: CertificateFacts): Promise<Uint8Array>
  /** Probes once (launches, prints a probe, asserts faces, text, one page) and remembers; a failure is remembered for a minute. */
  status(): Promise<RendererStatus>
  /** Ends the browser and removes its profile. Later calls to render reject with RendererUnavailable. */
  close(): Promise<void>
}

/** No browser on this machine can print certificates; the message says what was tried and how to mend it. */
export class RendererUnavailable extends Error {
  override readonly name = 'RendererUnavailable'
}

/** Too many certificates are waiting; try again in a few seconds. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy'
}

export interface RendererLimits {
  /** Pages that print at the same time. */
  slots: number
  /** Jobs that may wait for a slot. */
  waiting: number
  /** Milliseconds one print may take before its page is thrown away. */
  jobMs: number
  /** Prints after which a page is replaced, because pages grow slow with age. */
  rendersPerSlot: number
  /** Milliseconds without work after which the browser is closed. */
  idleMs: number
}

export interface RendererOptions {
  /** Setting CHROMIUM_PATH: when given it is the only browser tried. */
  chromiumPath?: string
  /** Private working folder (unpacked browser, fonts, profiles); created when needed. */
  workDir: string
  log: Logger
  /** Runs the browser without its own sandbox where none works. Only where the operator says so. Default false. */
  allowNoSandbox?: boolean
  limits?: Partial<RendererLimits>
}
