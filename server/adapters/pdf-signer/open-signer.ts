import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { PdfSigner } from './pdf-signer.ts'

export interface SignerOptions {
  file: string
  /** The name in a certificate that is made where there is none yet; undefined when none may be made. */
  makeFor: string | undefined
  log: Logger
}

/** Reads the key when there is something to sign for the first time, and remembers it. The libraries are loaded then, too. */
export function openPdfSigner({ file, makeFor, log }: SignerOptions): () => Promise<PdfSigner | undefined> {
  let opening: Promise<PdfSigner | undefined> | undefined

  async function open(): Promise<PdfSigner | undefined> {
    if (!existsSync(file)) {
      if (makeFor === undefined) return undefined
      const { createSigningFile } = await import('./signing-file.ts')
      if (await createSigningFile(file, makeFor, new Date())) log.info({ file }, 'made a key and a certificate to sign PDFs with')
    }
    const { readPdfSigner } = await import('./pdf-signer.ts')
    return readPdfSigner(file)
  }

  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
}
