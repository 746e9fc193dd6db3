import { withoutPictures } from '../../../../content/branding/branding.ts'
import {
  type CertificateRow,
  findCertificate,
  findCertificateFile,
} from '../../../../db/queries/learning/certificates.ts'
import type { Priority } from '../../../../lib/queue.ts'
import { StorageUnavailable } from '../../../adapters/file-storage/types.ts'
import { inTime, pdfInTime } from '../../../adapters/pdf-printer/pdf-in-time.ts'
import {
  type CertificateContent,
  LookUnprintable,
  SigningFileError,
  TextNotPrintable,
} from '../../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { certificateContentOf } from './certificate-content.ts'
import { findPdf, PdfLost, restorePdf, storePdf } from './print-storage.ts'
import { findNameFault } from './printable-name.ts'

/**
 * Returns the PDF of the certificate: the stored one, or one printed now and stored. Concurrent
 * requests share one print, which becomes interactive as soon as one of them is.
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
  const stored = await findPdf(ctx, certificate.id).catch((error: unknown) => {
    if (error instanceof PdfLost) return restore(ctx, { certificate, lost: error }, priority)
    throw error
  })
  if (stored !== undefined) return stored
  // Prints nothing that may exist since before the restore: reconciling looks for those bytes.
  if ((await ctx.quarantine.find()) !== undefined)
    throw new AppError('ServiceUnavailable', { message: words.quarantine, retryAfterSeconds: 300 })

  const content = await certificateContentOf(ctx, certificate)
  return storePdf(
    ctx,
    certificate,
    await printContent(ctx, { id: certificate.id, content }, priority),
  )
}

/** Prints a certificate whose PDF is lost again, accepting only identical bytes. */
async function restore(
  ctx: Deps,
  { certificate, lost }: { certificate: CertificateRow; lost: PdfLost },
  priority: Priority,
): Promise<Uint8Array> {
  const content = await certificateContentOf(ctx, certificate)
  const { id } = certificate
  const again = await printContent(ctx, { id, content }, priority).catch((error: unknown) => {
    ctx.log.warn({ err: error, certificateId: id }, 'a lost PDF cannot be printed again')
    return undefined
  })
  return restorePdf(ctx, lost, again)
}

/**
 * Keeps the promise that a certificate is: prints it without pictures that cannot be printed, and
 * tells the operator.
 */
async function printContent(
  ctx: Deps,
  { id: certificateId, content }: { id: string; content: CertificateContent },
  priority: Priority,
): Promise<Uint8Array> {
  const { branding = ctx.config.certificates.branding } = content
  try {
    return await ctx.printer.printCertificate(content, priority)
  } catch (error) {
    if (!(error instanceof LookUnprintable)) throw error
    const { message: reason } = error
    ctx.log.error(
      { certificateId, reason },
      'pictures of a certificate cannot be printed: left out',
    )
    const pdf = await ctx.printer.printCertificate(
      { ...content, branding: withoutPictures(branding) },
      priority,
    )
    await recordEvent(ctx, 'branding-set-aside', {
      userId: null,
      details: { certificateId },
      reason,
    })
    return pdf
  }
}

/** The job. Throws until the PDF exists, so that it is called again. */
export async function printCertificateJob(
  ctx: Deps,
  { certificateId }: { certificateId: string },
): Promise<void> {
  const certificate = await findCertificate(ctx.db, certificateId)
  if (certificate !== undefined) await printCertificate(ctx, certificate, { interactive: false })
}

/** Waits some seconds for the PDF. If it is still missing, the job goes on: that is no failure. */
export async function waitForPdf(ctx: Deps, certificate: CertificateRow): Promise<void> {
  await inTime(printCertificate(ctx, certificate)).catch((error: unknown) => {
    // Leaves out the message of a failed statement, which would hold the whole PDF.
    ctx.log.warn(
      { certificateId: certificate.id, cause: describeCause(error) },
      'certificate is not printed yet',
    )
  })
}

/**
 * Does the same for an administrator, who learns when the PDF is lost.
 * @throws ServiceUnavailable
 */
export async function requirePdf(ctx: Deps, certificate: CertificateRow): Promise<void> {
  const stored = await findCertificateFile(ctx.db, certificate.id)
  if (stored === undefined) return waitForPdf(ctx, certificate)
  await pdfOf(ctx, certificate)
}

const words = {
  quarantine:
    'The certificate is valid, but nothing is printed while the service is being checked after a ' +
    'restore. Try again later.',
  missing:
    'The certificate is valid, but this server has no browser to print it. Its operator can fix ' +
    'that: `npm run lyceum -- doctor` explains how.',
  busy: 'The certificate is being printed. Try again in a moment.',
  unprintableName:
    'The certificate is valid, but no font has all characters of its name. Its owner can change ' +
    'the name in the profile, and request the certificate anew.',
  unprintable:
    'The certificate is valid, but no font has all characters of its texts. Its operator finds ' +
    'them in the log.',
}

/** Returns the PDF for a download. */
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
    if (error instanceof TextNotPrintable) {
      const isOwners = (await findNameFault(ctx, certificate.learnerName)) !== undefined
      const message = isOwners ? words.unprintableName : words.unprintable
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 3600, cause: error })
    }
    if (error instanceof StorageUnavailable) {
      const message =
        error instanceof PdfLost
          ? 'The certificate is valid, but its PDF is lost, and printing it again gives different ' +
            'bytes. Its operator can restore it from a backup, or issue the certificate anew.'
          : 'The certificate is valid, but its PDF is not available right now. Try again in a moment.'
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 30, cause: error })
    }
    throw error
  }
}
