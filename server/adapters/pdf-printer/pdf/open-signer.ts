import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { type OpenableSigner, type PdfSigner, SigningFileError } from '../types.ts'
import type { Sealing } from './pdf-signer.ts'
import { assertValidAt } from './read-signing-file.ts'
import { openSealingKey } from './sealing-key.ts'

/** Where the key and its certificates are. */
export interface SigningSource extends Sealing {
  file: string
  /** Password of the file, if it has one. */
  password?: string | undefined
}

export interface SignerOptions extends SigningSource {
  /** Name in the certificate to make if there is none yet; undefined when none may be made. */
  makeFor: string | undefined
  log: Logger
  now?: () => Date
}

const dayMilliseconds = 86_400_000
const soonMilliseconds = 30 * dayMilliseconds
/** Pauses after a failure: opening a file with a password may take a second of CPU. */
const failureMilliseconds = 10_000

/** Whether it is time to get a new certificate. */
export function endsSoon(validUntil: Date, now: Date): boolean {
  return validUntil.getTime() - now.getTime() <= soonMilliseconds
}

/**
 * Reads the file as a print does.
 * @throws SigningFileError when it cannot sign at this time
 */
export async function readValidSigner(
  { file, password, ...sealing }: SigningSource,
  now: Date,
): Promise<PdfSigner> {
  const { readPdfSigner } = await import('./pdf-signer.ts')
  const signer = await readPdfSigner(file, password, sealing)
  assertValidAt(now, signer, file)
  return signer
}

/**
 * Reads the key, and loads the libraries, at the first signature. Remembers the key until its
 * certificate ends: then the file is read again, and nothing is signed before it holds a new one.
 */
export function openPdfSigner({
  makeFor,
  log,
  now = () => new Date(),
  ...source
}: SignerOptions): OpenableSigner {
  const { file } = source
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
    return readValidSigner(source, now())
  }

  async function check(): Promise<void> {
    if (!isThere()) return
    const [{ validFrom, validTo }] = (await openSealingKey(file, source)).certificates
    const days = { validFrom: new Date(validFrom), validUntil: new Date(validTo) }
    assertValidAt(now(), days, file)
    remind(days)
  }

  /** Throws once the file disappears: until it is replaced, PDFs would stay unsigned. */
  function isThere(): boolean {
    const isThere = existsSync(file)
    if (!isThere && wasThere && makeFor === undefined) throw new SigningFileError(`${file} is gone`)
    wasThere = isThere
    return isThere
  }

  function remind({ validUntil }: { validUntil: Date }): void {
    const today = now()
    if (!endsSoon(validUntil, today) || today.getTime() - remindedAt < dayMilliseconds) return
    remindedAt = today.getTime()
    log.warn(
      { file, validUntil },
      'the signing certificate ends soon: no certificate is printed after that without a new one',
    )
  }

  return { open, check }
}
