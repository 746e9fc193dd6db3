import { createHash } from 'node:crypto'
import {
  type CertificateFile,
  findCertificateFile,
  insertCertificateFile,
} from '../../../db/queries/certificates.ts'
import { StorageUnavailable } from '../../adapters/file-storage/file-storage.ts'
import type { Deps } from '../../context.ts'

/**
 * The PDF as it was stored, undefined before that. What is not byte for byte the certificate is
 * never given out.
 */
export async function findPdf(deps: Deps, certificateId: string): Promise<Uint8Array | undefined> {
  const file = await findCertificateFile(deps.db, certificateId)
  if (file === undefined) return undefined

  const pdf = await fetchBytes(deps, file)
  if (pdf !== undefined && hashOf(pdf) === file.sha256) return pdf
  const trouble = pdf === undefined ? 'is lost' : 'is damaged'
  deps.log.error(
    { certificateId, storage: file.storage, fileName: file.fileName },
    `the PDF of a certificate ${trouble}: restore it from a backup`,
  )
  throw new StorageUnavailable(`the stored PDF ${trouble}`)
}

/**
 * Stores the PDF unless there is one. What is stored is the certificate: it is what everybody gets
 * from now on.
 */
export async function keepPdf(
  deps: Deps,
  certificateId: string,
  pdf: Uint8Array,
): Promise<Uint8Array> {
  const sha256 = hashOf(pdf)
  const fileName = deps.files && `${certificateId}-${sha256.slice(0, 16)}.pdf`
  // The bytes first, then the row that says that they are there: a crash in between leaves a file
  // that nobody misses.
  if (fileName !== undefined) await deps.files?.put(fileName, pdf)
  const place = fileName === undefined ? { pdf } : { storage: deps.files?.kind, fileName }
  await insertCertificateFile(deps.db, { certificateId, ...place, sha256, renderedAt: deps.now() })

  const kept = await findCertificateFile(deps.db, certificateId)
  if (kept === undefined) throw new Error('The PDF was not stored.')
  if (kept.sha256 === sha256) return pdf

  // Another process was first, with other bytes.
  if (fileName !== undefined) await deps.files?.remove(fileName)
  const first = await findPdf(deps, certificateId)
  if (first === undefined) throw new Error('The PDF was not stored.')
  return first
}

async function fetchBytes(
  { files }: Deps,
  { storage, pdf, fileName }: CertificateFile,
): Promise<Uint8Array | undefined> {
  if (pdf !== null || fileName === null) return pdf ?? undefined
  if (files?.kind !== storage)
    throw new StorageUnavailable(
      `the PDF is stored elsewhere: set CERTIFICATE_STORAGE=${storage} again`,
    )
  return files.get(fileName)
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
