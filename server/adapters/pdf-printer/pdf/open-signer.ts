import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { PdfSigner } from './pdf-signer.ts'
import { assertValidAt, readSigningFile, SigningFileError } from './read-signing-file.ts'

export interface SignerOptions {
  file: string
  /** Of the file, where it has one. */
  password?: string | undefined
  /**
   * The name in a certificate that is made where there is none yet; undefined when none may be
   * made.
   */
  makeFor: string | undefined
  log: Logger
  now?: () => Date
}

/** Both reject with SigningFileError while there is a file that nothing can be signed with. */
export interface OpenableSigner {
  /** Undefined where nothing is to be signed. */
  open(): Promise<PdfSigner | undefined>
  /** Looks at the file alone: makes none, and loads none of the libraries. */
  check(): Promise<void>
}

const dayMilliseconds = 86_400_000
/** So long before a certificate ends one is reminded of it, once a day. */
export const soonMilliseconds = 30 * dayMilliseconds
/** To open a file with a password may take a second of CPU. */
const failureMilliseconds = 10_000

/**
 * Reads the key when there is something to sign for the first time, and remembers it until its
 * certificate ends: then the file is read again, and nothing is signed as long as no other one is
 * in it. The libraries are loaded by the first signature, too.
 */
export function openPdfSigner({
  file,
  password,
  makeFor,
  log,
  now = () => new Date(),
}: SignerOptions): OpenableSigner {
  let known: { signer: Promise<PdfSigner | undefined>; until: number } | undefined
  let wasThere = existsSync(file)
  let remindedAt = Number.NEGATIVE_INFINITY

  async function open(): Promise<PdfSigner | undefined> {
    if (known === undefined || known.until < now().getTime()) known = remember(read())
    const signer = await known.signer
    if (signer !== undefined) remind(signer)
    return signer
  }

  function remember(signer: Promise<PdfSigner | undefined>) {
    const entry = { signer, until: Number.POSITIVE_INFINITY }
    signer.then(
      (signer) => {
        entry.until = signer?.validUntil.getTime() ?? Number.NEGATIVE_INFINITY
      },
      () => {
        entry.until = now().getTime() + failureMilliseconds
      },
    )
    return entry
  }

  async function read(): Promise<PdfSigner | undefined> {
    if (!isThere()) {
      if (makeFor === undefined) return undefined
      const { createSigningFile } = await import('./signing-file.ts')
      if (await createSigningFile(file, makeFor, now()))
        log.info({ file }, 'made a key and a certificate to sign PDFs with')
    }
    const { readPdfSigner } = await import('./pdf-signer.ts')
    const signer = await readPdfSigner(file, { password })
    assertValidAt(now(), signer, file)
    return signer
  }

  async function check(): Promise<void> {
    if (!isThere()) return
    const [{ validFrom, validTo }] = (await readSigningFile(file, password)).certificates
    const days = { validFrom: new Date(validFrom), validUntil: new Date(validTo) }
    assertValidAt(now(), days, file)
    remind(days)
  }

  /**
   * One that was there is about to be replaced: what is printed meanwhile would stay without a
   * signature.
   */
  function isThere(): boolean {
    const isThere = existsSync(file)
    if (!isThere && wasThere && makeFor === undefined) throw new SigningFileError(`${file} is gone`)
    wasThere = isThere
    return isThere
  }

  function remind({ validUntil }: { validUntil: Date }): void {
    const today = now().getTime()
    if (validUntil.getTime() - today > soonMilliseconds || today - remindedAt < dayMilliseconds)
      return
    remindedAt = today
    log.warn(
      { file, validUntil },
      'the certificate that PDFs are signed with ends soon: without a new one no certificate is printed then',
    )
  }

  return { open, check }
}
