import { type CertificateRow, findCertificate } from '../../../db/queries/certificates.ts'
import { StorageUnavailable } from '../../adapters/file-storage/file-storage.ts'
import { SigningFileError } from '../../adapters/pdf-printer/pdf/read-signing-file.ts'
import { inTime, pdfInTime } from '../../adapters/pdf-printer/pdf-in-time.ts'
import type { Waiter } from '../../adapters/pdf-printer/pdf-printer.ts'
import type { Deps } from '../../context.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { AppError } from '../../errors/errors.ts'
import { contentOf } from './credential.ts'
import { findPdf, keepPdf } from './print-storage.ts'

interface Print {
  pdf: Promise<Uint8Array>
  waiter: Waiter
}

const inPrint = new Map<string, Print>()

/**
 * The certificate's PDF: the stored one, or printed now and stored. Printed once, however many ask
 * at the same time; as soon as somebody among them waits for the answer, before those for which
 * nobody does.
 */
export function printCertificate(
  deps: Deps,
  certificate: CertificateRow,
  { interactive }: Waiter = { interactive: true },
): Promise<Uint8Array> {
  const running = inPrint.get(certificate.id)
  if (running !== undefined) {
    running.waiter.interactive ||= interactive
    return running.pdf
  }

  const waiter = { interactive }
  const pdf = printAndStore(deps, certificate, waiter).finally(() => inPrint.delete(certificate.id))
  inPrint.set(certificate.id, { pdf, waiter })
  return pdf
}

async function printAndStore(
  deps: Deps,
  certificate: CertificateRow,
  waiter: Waiter,
): Promise<Uint8Array> {
  const stored = await findPdf(deps, certificate.id)
  if (stored !== undefined) return stored

  const pdf = await deps.renderer.render(await contentOf(deps, certificate), waiter)
  return keepPdf(deps, certificate.id, pdf)
}

/** The job: throws until the PDF exists, and is called again. */
export async function printCertificateJob(
  deps: Deps,
  { certificateId }: { certificateId: string },
): Promise<void> {
  const certificate = await findCertificate(deps.db, certificateId)
  if (certificate !== undefined) await printCertificate(deps, certificate, { interactive: false })
}

/** Gives the PDF a few seconds to come. That it does not is no failure: the job goes on. */
export async function waitForPdf(deps: Deps, certificate: CertificateRow): Promise<void> {
  await inTime(printCertificate(deps, certificate)).catch((error: unknown) => {
    // The statement that stores a PDF has all of it in its error's words.
    deps.log.warn(
      { certificateId: certificate.id, cause: describeCause(error) },
      'certificate is not printed yet',
    )
  })
}

const words = {
  missing:
    'The certificate is valid, but this server has no browser to print it with. Its operator can mend that: `npm run lyceum -- doctor` tells how.',
  busy: 'The certificate is being printed. Try again in a moment.',
}

/** The PDF for a download. */
export async function pdfOf(deps: Deps, certificate: CertificateRow): Promise<Uint8Array> {
  try {
    return await pdfInTime(printCertificate(deps, certificate), words)
  } catch (error) {
    if (error instanceof SigningFileError) {
      const message =
        'The certificate is valid, but this server cannot sign its file at the moment. Its operator can mend that: `npm run lyceum -- doctor` tells how.'
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 300, cause: error })
    }
    if (error instanceof StorageUnavailable) {
      const message =
        'The certificate is valid, but its file cannot be reached at the moment. Try again in a moment.'
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 30, cause: error })
    }
    throw error
  }
}
