import { type CertificateRow, findCertificate } from '../../../db/queries/certificates.ts'
import { StorageUnavailable } from '../../adapters/file-storage/types.ts'
import { inTime, pdfInTime } from '../../adapters/pdf-printer/pdf-in-time.ts'
import { SigningFileError } from '../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../context.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { AppError } from '../../errors/errors.ts'
import type { Priority } from '../../lib/queue.ts'
import { certificateContentOf } from './certificate-content.ts'
import { findPdf, storePdf } from './print-storage.ts'

/**
 * The PDF of the certificate: the stored one, or printed now and stored. Requests at the same time
 * share one print, which becomes interactive as soon as one of them is.
 */
export function printCertificate(
  ctx: Deps,
  certificate: CertificateRow,
  priority?: Priority,
): Promise<Uint8Array> {
  return ctx.inFlight.certificatePrints.run(
    certificate.id,
    (priority) => printAndStore(ctx, certificate, priority),
    priority,
  )
}

async function printAndStore(
  ctx: Deps,
  certificate: CertificateRow,
  priority: Priority,
): Promise<Uint8Array> {
  const stored = await findPdf(ctx, certificate.id)
  if (stored !== undefined) return stored

  const pdf = await ctx.printer.printCertificate(
    await certificateContentOf(ctx, certificate),
    priority,
  )
  return storePdf(ctx, certificate.id, pdf)
}

/** The job. Throws until the PDF exists, so that it is called again. */
export async function printCertificateJob(
  ctx: Deps,
  { certificateId }: { certificateId: string },
): Promise<void> {
  const certificate = await findCertificate(ctx.db, certificateId)
  if (certificate !== undefined) await printCertificate(ctx, certificate, { interactive: false })
}

/** Gives the PDF a few seconds to be printed. If it is not, the job goes on: that is no failure. */
export async function waitForPdf(ctx: Deps, certificate: CertificateRow): Promise<void> {
  await inTime(printCertificate(ctx, certificate)).catch((error: unknown) => {
    // The message of a failed statement would hold the whole PDF.
    ctx.log.warn(
      { certificateId: certificate.id, cause: describeCause(error) },
      'certificate is not printed yet',
    )
  })
}

const words = {
  missing:
    'The certificate is valid, but this server has no browser to print it. Its operator can fix ' +
    'that: `npm run lyceum -- doctor` explains how.',
  busy: 'The certificate is being printed. Try again in a moment.',
}

/** The PDF for a download. */
export async function pdfOf(ctx: Deps, certificate: CertificateRow): Promise<Uint8Array> {
  try {
    return await pdfInTime(printCertificate(ctx, certificate), words)
  } catch (error) {
    if (error instanceof SigningFileError) {
      const message =
        'The certificate is valid, but this server cannot sign its PDF at the moment. Its ' +
        'operator can fix that: `npm run lyceum -- doctor` explains how.'
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 300, cause: error })
    }
    if (error instanceof StorageUnavailable) {
      const message =
        'The certificate is valid, but its PDF is not available right now. Try again in a moment.'
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 30, cause: error })
    }
    throw error
  }
}
