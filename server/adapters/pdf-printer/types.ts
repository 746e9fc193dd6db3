import type { Logger } from 'pino'
import type { Language } from '../../lib/languages.ts'
import type { Money } from '../../lib/schema.ts'
import type { Branding } from './branding.ts'
import type { Uncovered } from './fonts/coverage.ts'
import type { OpenableSigner } from './pdf/open-signer.ts'

/**
 * What a certificate says, frozen when it was issued. All of it is printed as text, never read as
 * HTML.
 */
export interface CertificateContent {
  learnerName: string
  courseTitle: string
  /** Printed as the calendar day in UTC. */
  completedAt: Date
  /** Also the date of the document and of its signature. */
  issuedAt: Date
  issuer: string
  /** BCP 47. A language without words of its own in `words.ts` is printed in English. */
  language: string
  /** Minutes of the required lessons; null where nobody noted them. */
  minutes: number | null
  /** As printed: XXXX-XXXX-XXXX-XXXX-C */
  code: string
  /** Where anyone can check it. */
  verifyUrl: string
  /**
   * Text of the QR code: the address, and what is needed to verify offline where there is such a
   * thing.
   */
  qrText: string
  /** The certificate as a Verifiable Credential (JWT); embedded in the PDF as an attachment. */
  credential?: string
  /**
   * What it looks like, the same object for all that look the same. Default: as the renderer's
   * options say.
   */
  branding?: Branding
}

/** What a receipt says. All of it is printed as text, never read as HTML. */
export interface ReceiptContent {
  /** `2026-000042` */
  number: string
  /** Printed as the calendar day in UTC; also the date of the document and of its signature. */
  issuedAt: Date
  transactionId: string
  issuer: string
  /** Below the issuer, like an address and a tax number. */
  issuerLines: readonly string[]
  /** Null where nobody may know any more. */
  buyer: { name: string; email: string } | null
  lines: readonly { title: string; price: Money; discount: Money; paid: Money }[]
  discount: Money
  total: Money
  /** Since it was paid. */
  refunded: Money
  language: Language
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

/**
 * Who waits for a print. May turn interactive while it waits: then it is served before all that is
 * not.
 */
export interface Waiter {
  interactive: boolean
}

export interface CertificateRenderer {
  /** What the last probe or print found out; undefined before the first. */
  readonly known: RendererStatus | undefined
  /**
   * True while the last print or probe found no browser, or nothing good to sign with; false before
   * the first.
   */
  readonly missing: boolean
  /**
   * The PDF's bytes. Rejects with RendererUnavailable when no browser is to be had, with
   * SigningFileError when it cannot be signed as it should, and with RendererBusy when the bounded
   * queue is full.
   */
  render(content: CertificateContent, waiter?: Waiter): Promise<Uint8Array>
  /**
   * The same for a receipt, which nobody stores: one that cannot be signed is printed all the same.
   */
  renderReceipt(content: ReceiptContent, waiter?: Waiter): Promise<Uint8Array>
  /**
   * What no font at hand can show: it would be printed as its code point. Undefined when all can be
   * shown. Needs no browser.
   */
  findUncovered(content: CertificateContent): Promise<Uncovered | undefined>
  /**
   * Probes once (launches, prints a probe, asserts faces, text, one page) and remembers; a failure
   * is remembered for a minute. Looks at the signing file.
   */
  status(): Promise<RendererStatus>
  /**
   * Ends the browser and removes its profile. Later calls to render reject with
   * RendererUnavailable.
   */
  close(): Promise<void>
}

/**
 * No browser on this machine can print certificates; the message says what was tried and how to
 * mend it.
 */
export class RendererUnavailable extends Error {
  override readonly name = 'RendererUnavailable'
}

/**
 * A print did not come to its end: the browser died again and again, or took too long. Trying again
 * in a few seconds may help.
 */
export class PrintInterrupted extends Error {
  override readonly name: string = 'PrintInterrupted'
}

/** Too many documents are waiting; try again in a few seconds. */
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
  /**
   * Runs the browser without its own sandbox where none works. Only where the operator says so.
   * Default false.
   */
  allowNoSandbox?: boolean
  branding?: Branding
  /** Asked when there is something to sign; undefined leaves everything unsigned. */
  signer?: OpenableSigner
  limits?: Partial<RendererLimits>
}
