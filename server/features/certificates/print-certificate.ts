import { createHash } from 'node:crypto'
import { type CertificateRow, findCertificate, findCertificateFile, insertCertificateFile } from '../../../db/queries/certificates.ts'
import { RendererBusy, RendererUnavailable } from '../../adapters/certificate-renderer/renderer.ts'
import type { Deps } from '../../context.ts'
import { describeCause } from '../../describe-cause.ts'
import { AppError } from '../../errors.ts'
import { formatCode } from './code.ts'
import { completionDayOf, verificationUrlOf } from './describe-certificate.ts'

/** How long a request waits for a PDF that is being printed. */
const patienceMilliseconds = 5_000

const inPrint = new Map<string, Promise<Uint8Array>>()

/** The certificate's PDF: the stored one, or printed now and stored. Printed once, however many ask at the same time. */
export function printCertificate(deps: Deps, certificate: CertificateRow): Promise<Uint8Array> {
  const running = inPrint.get(certificate.id)
  if (running !== undefined) return running

  const printing = printAndStore(deps, certificate).finally(() => inPrint.delete(certificate.id))
  inPrint.set(certificate.id, printing)
  return printing
}

async function printAndStore(deps: Deps, certificate: CertificateRow): Promise<Uint8Array> {
  const stored = await findCertificateFile(deps.db, certificate.id)
  if (stored !== undefined) return stored

  const pdf = await deps.renderer.render({
    learnerName: certificate.learnerName,
    courseTitle: certificate.courseTitle,
    completedOn: completionDayOf(certificate),
    code: formatCode(certificate.code),
    verificationUrl: verificationUrlOf(deps, certificate),
    issuer: certificate.issuer,
    language: certificate.language,
  })
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  await insertCertificateFile(deps.db, { certificateId: certificate.id, pdf, sha256, renderedAt: deps.now() })

  // Another process may have been first; what is stored is the certificate.
  const kept = await findCertificateFile(deps.db, certificate.id)
  if (kept === undefined) throw new Error('The PDF was not stored.')
  return kept
}

/** The job: throws until the PDF exists, and is called again. */
export async function printCertificateJob(deps: Deps, { certificateId }: { certificateId: string }): Promise<void> {
  const certificate = await findCertificate(deps.db, certificateId)
  if (certificate !== undefined) await printCertificate(deps, certificate)
}

/** Gives the PDF a few seconds to come. That it does not is no failure: the job goes on. */
export async function waitForPdf(deps: Deps, certificate: CertificateRow): Promise<void> {
  await inTime(printCertificate(deps, certificate)).catch((error: unknown) => {
    // The statement that stores a PDF has all of it in its error's words.
    deps.log.warn({ certificateId: certificate.id, cause: describeCause(error) }, 'certificate is not printed yet')
  })
}

/** The PDF for a download. */
export async function pdfOf(deps: Deps, certificate: CertificateRow): Promise<Uint8Array> {
  try {
    return await inTime(printCertificate(deps, certificate))
  } catch (error) {
    if (error instanceof RendererUnavailable) {
      const message =
        'The certificate is valid, but this server has no browser to print it with. Its operator can mend that: `npm run lyceum -- doctor` tells how.'
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 300, cause: error })
    }
    if (error instanceof RendererBusy || error instanceof StillPrinting) {
      throw new AppError('ServiceUnavailable', {
        message: 'The certificate is being printed. Try again in a moment.',
        retryAfterSeconds: 5,
      })
    }
    throw error
  }
}

class StillPrinting extends Error {
  override readonly name = 'StillPrinting'
}

async function inTime(printing: Promise<Uint8Array>): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StillPrinting('still printing')), patienceMilliseconds)
  })
  try {
    return await Promise.race([printing, patience])
  } finally {
    clearTimeout(timer)
  }
}
