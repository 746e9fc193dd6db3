import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { PdfSigner } from './pdf-signer.ts'

export interface SignerOptions {
  file: string
  /** Of the file, where it has one. */
  password?: string | undefined
  /** The name in a certificate that is made where there is none yet; undefined when none may be made. */
  makeFor: string | undefined
  log: Logger
  now?: () => Date
}

/**
 * Reads the key when there is something to sign for the first time, and remembers it until its certificate ends: then the file is read again, and nothing
 * is signed as long as no other one is in it. The libraries are loaded by the first signature, too.
 */
export function openPdfSigner({
  file,
  password,
  makeFor,
  log,
  now = () => new Date(),
}: SignerOptions): () => Promise<PdfSigner | undefined> {
  let opening: Promise<PdfSigner | undefined> | undefined

  async function open(): Promise<PdfSigner | undefined> {
    if (!existsSync(file)) {
      if (makeFor === undefined) return undefined
      const { createSigningFile } = await import('./signing-file.ts')
      if (await createSigningFile(file, makeFor, now())) log.info({ file }, 'made a key and a certificate to sign PDFs with')
    }
    const { readPdfSigner, assertValidAt } = await import('./pdf-signer.ts')
    const signer = await readPdfSigner(file, { password })
    assertValidAt(now(), signer, file)
    return signer
  }

  function remember(): Promise<PdfSigner | undefined> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  return async () => {
    const signer = await remember()
    if (signer === undefined || signer.validUntil >= now()) return signer
    opening = undefined
    return remember()
  }
}
