import type { X509Certificate } from 'node:crypto'
import type { Logger } from 'pino'
import type { Branding } from '../../../content/branding/branding.ts'
import type { FactValues } from '../../../content/certificates/printed-facts.ts'
import type { Priority } from '../../../lib/queue.ts'
import type { Money } from '../../../lib/schema.ts'
import type { Language } from '../../texts/texts.ts'

/**
 * The facts of a certificate, frozen when it is issued: those of `printed-facts.ts`, and those of
 * every certificate. All of it is printed as text, never read as HTML.
 */
export interface CertificateSnapshot extends FactValues {
  learnerName: string
  courseTitle: string
  /** A calendar day, such as 2026-11-21. */
  completedOn: string
  issuedOn: string
  /** The date of the document and of its signature. */
  issuedAt: Date
  issuer: string
  /** BCP 47. A language without words in `server/texts/` is printed in English. */
  language: string
  /** Last day of its validity; null if it never ends. */
  lastDay: string | null
  /** Of a program: the titles of its courses that were completed. */
  courses?: readonly string[] | null
}

/** A certificate with everything needed to print it. */
export interface CertificateContent extends CertificateSnapshot {
  /** Code as printed: XXXX-XXXX-XXXX-XXXX-C */
  code: string
  /** The page where anyone can verify it. */
  verifyUrl: string
  /** Text of the QR code: the URL, and the signed facts for verification offline, if any. */
  qrText: string
  /** The certificate as a Verifiable Credential (JWT); embedded in the PDF as an attachment. */
  credential?: string
  /** Branding, one object for all certificates that share it. Default: the printer's own. */
  branding?: Branding
}

/** Facts on the badge of a course. All of it is printed as text, never read as HTML. */
export type BadgeContent = Pick<CertificateSnapshot, 'courseTitle' | 'issuer' | 'language'> &
  Pick<CertificateContent, 'branding'>

/** The facts of a receipt. All of it is printed as text, never read as HTML. */
export interface ReceiptContent {
  /** Number such as `2026-000042`. */
  number: string
  /** The day of the payment, such as 2026-11-21. */
  issuedOn: string
  /** The date of the document and of its signature. */
  issuedAt: Date
  transactionId: string
  issuer: string
  /** Lines printed below the issuer, like a postal address and a tax number. */
  issuerLines: readonly string[]
  /** Null once the account is erased. */
  buyer: { name: string; email: string } | null
  /** The company that the buyer bought for. */
  company: { name: string; addressLines: string[]; taxNumber: string | null } | null
  lines: readonly { title: string; price: Money; discount: Money; paid: Money }[]
  discount: Money
  total: Money
  /** The tax that the total includes; null if the receipt names none. */
  tax: { name: string; percent: number; amount: Money } | null
  /** Amount refunded since the payment. */
  refunded: Money
  language: Language
}

/** Characters that no available font can show. */
export interface Uncovered {
  /** Code points like U+4F1F, each once, sorted. */
  codePoints: string[]
  /** Unicode's names of the scripts they belong to; `Emoji` for pictures, `Other` for the rest. */
  scripts: string[]
}

export type BrowserSource = 'CHROMIUM_PATH' | '@sparticuz/chromium' | 'system'

export interface PrinterStatus {
  available: boolean
  /** Details for people: which browser and isolation, or what is missing and the remedy. */
  detail: string
  browser?: { path: string; source: BrowserSource; version: string }
  /** Level of isolation in force, from `sandbox.ts`. */
  sandbox?: string
  /** Why the branding of the settings cannot be printed, or which picture cannot be seen. */
  lookFault?: string
}

export interface PdfPrinter {
  /** Result of the last status or print; undefined before the first. */
  readonly lastStatus: PrinterStatus | undefined
  /**
   * Whether the last status or print found no browser, or no usable signing file; false before the
   * first.
   */
  readonly isUnavailable: boolean
  /**
   * Returns the bytes of the PDF. Rejects with PrinterUnavailable when there is no browser, with
   * SigningFileError when the PDF cannot be signed as it should, with TextNotPrintable when no font
   * has some of its characters, with LookUnprintable when its pictures cannot be printed, and with
   * PrinterBusy when the queue is full.
   */
  printCertificate(content: CertificateContent, priority?: Priority): Promise<Uint8Array>
  /** Draws the certificate as a PNG of 1,200 by 848 pixels. Fails like `printCertificate`. */
  drawCertificate(content: CertificateContent, priority?: Priority): Promise<Uint8Array>
  /** Draws a PNG of 600 by 600 pixels, transparent around it. Fails like `printCertificate`. */
  drawBadge(content: BadgeContent, priority?: Priority): Promise<Uint8Array>
  /** Prints a receipt likewise. It is not stored, and stays unsigned without a usable key. */
  printReceipt(content: ReceiptContent, priority?: Priority): Promise<Uint8Array>
  /** Finds the characters that no font can show; undefined if there are none. Needs no browser. */
  findUncovered(content: CertificateContent): Promise<Uncovered | undefined>
  /** Does the same for a text of a certificate, such as a name. */
  findUncoveredIn(text: string): Promise<Uncovered | undefined>
  /**
   * Prints a sample with this branding, alone. Returns why it cannot be printed, or which picture
   * cannot be seen; undefined if all is well. Rejects with PrinterUnavailable without a browser,
   * and with PrintInterrupted when the machine is too busy to tell.
   */
  tryLook(branding: Branding): Promise<string | undefined>
  /**
   * Prints a probe once and remembers that it worked (a failure only for a minute), and looks at
   * the signing file.
   */
  status(): Promise<PrinterStatus>
  /**
   * Ends the browser and removes its profile. Later prints reject with PrinterUnavailable.
   */
  close(): Promise<void>
}

/**
 * Signals that no browser on this machine can print certificates. The message tells what was tried,
 * and how to fix it.
 */
export class PrinterUnavailable extends Error {
  override readonly name = 'PrinterUnavailable'
}

/** Signals that the browser died repeatedly during a print, or took too long. It may soon work. */
export class PrintInterrupted extends Error {
  override readonly name: string = 'PrintInterrupted'
}

/** Signals that a document took too much time or memory: its own fault, or a busy machine's. */
export class DocumentTooHeavy extends PrintInterrupted {
  override readonly name = 'DocumentTooHeavy'
}

/**
 * Signals that certificates with this branding could not be printed twice, the second time alone,
 * while a plain one could: its pictures are at fault. Later prints with it reject at once.
 */
export class LookUnprintable extends Error {
  override readonly name = 'LookUnprintable'
}

/** Signals characters that no font has; nothing kept is printed with code points instead. */
export class TextNotPrintable extends Error {
  override readonly name = 'TextNotPrintable'
}

/** Signals that too many documents are waiting. There may be room in a few seconds. */
export class PrinterBusy extends Error {
  override readonly name = 'PrinterBusy'
}

/** Signals an unusable file of key and certificates. The message never holds any of its content. */
export class SigningFileError extends Error {
  override readonly name = 'SigningFileError'
}

/**
 * Signals that a service beside this server (a key elsewhere, or a server of time stamps) did not
 * do its part. It may soon work.
 */
export class SealUnavailable extends PrintInterrupted {
  override readonly name = 'SealUnavailable'
}

/**
 * A key that seals PDFs, wherever it is: in a file, in a module (PKCS#11), at a remote service.
 * What differs between them is this one call.
 */
export interface SealingKey {
  /** Its certificate, followed by those up to an authority. */
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]]
  /**
   * Signs these bytes with SHA-256: PKCS#1 v1.5 (RSA), or ECDSA in DER.
   * @throws SealUnavailable
   */
  sign(data: Uint8Array): Promise<Buffer>
}

/**
 * Signs PDFs so that a reader shows who signed and that nothing was changed: PAdES baseline B-B
 * (ETSI EN 319 142-1), or B-T with a time stamp.
 */
export interface PdfSigner {
  /** The name in the certificate. */
  readonly name: string
  /** Where it signs, as readers show it. */
  readonly place?: string | undefined
  /** When the certificate begins. */
  readonly validFrom: Date
  /** When the certificate ends. */
  readonly validUntil: Date
  /** Bytes that a PDF has to leave for the signature. */
  readonly signatureBytes: number
  /** The same without a time stamp, for documents that are not stored. */
  readonly untimed?: PdfSigner
  /** Fills the placeholder of `/ByteRange` and `/Contents`. */
  sign(pdf: Uint8Array): Promise<Uint8Array>
}

/** Opens a signer. Both reject with SigningFileError while the file is there and unusable. */
export interface OpenableSigner {
  /** Returns the signer; undefined if nothing is to be signed. */
  open(): Promise<PdfSigner | undefined>
  /** Only looks at the file: makes none, and loads none of the libraries. */
  check(): Promise<void>
}

export interface PrinterLimits {
  /** Browsers that print at the same time, one document each. */
  browsers: number
  /** Documents that may wait for a browser. */
  maxWaiting: number
  /** Milliseconds one print may take before its browser is killed. */
  printMs: number
  /** Megabytes that a browser may take for one print, beyond those of an empty page. */
  documentMegabytes: number
  /** Megabytes by which a browser may grow over its prints before it is replaced. */
  wornMegabytes: number
  /** Prints after which a browser is replaced in any case, because pages grow slow with age. */
  printsPerBrowser: number
  /** Milliseconds without work after which the browsers are closed. */
  idleMs: number
}

export interface PrinterOptions {
  /** The setting CHROMIUM_PATH: when given, no other browser is tried. */
  chromiumPath?: string
  /** Private working folder (unpacked browser, fonts, profiles); created when needed. */
  workDir: string
  log: Logger
  /** Runs the browser without its own sandbox where none works. Default: false. */
  allowNoSandbox?: boolean
  branding?: Branding
  /** Opened when there is something to sign; undefined leaves everything unsigned. */
  signer?: OpenableSigner
  limits?: Partial<PrinterLimits>
}
