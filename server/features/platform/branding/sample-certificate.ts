import { createHash } from 'node:crypto'
import type { IssuerBranding } from '../../../../content/branding/course-branding.ts'
import { noFacts } from '../../../../content/certificates/printed-facts.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import { pdfInTime } from '../../../adapters/pdf-printer/pdf-in-time.ts'
import {
  type CertificateContent,
  LookUnprintable,
  TextNotPrintable,
} from '../../../adapters/pdf-printer/types.ts'
import type { Config } from '../../../config/config.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { CertificatePicture } from './schema.ts'

/** A code that no certificate has: whoever looks it up is told so. */
const code = '0000-0000-0000-0000-0'

/** Returns a sample of a certificate, for a learner who does not exist. */
export function sampleCertificate(
  { publicUrl, timeZone }: Pick<Config, 'publicUrl' | 'timeZone'>,
  { issuer, branding }: IssuerBranding,
  now: Date,
): CertificateContent {
  const verifyUrl = `${publicUrl}/verify/${code}`
  const today = dayOf(now, timeZone)
  return {
    learnerName: 'Ada Lovelace',
    courseTitle: 'A Course of Everything',
    language: 'en',
    ...noFacts,
    minutes: 720,
    issuer,
    branding,
    lastDay: null,
    completedOn: today,
    issuedOn: today,
    issuedAt: now,
    code,
    verifyUrl,
    qrText: verifyUrl,
  }
}

const words = {
  missing: 'This server has no browser to draw the certificate with.',
  busy: 'The certificate is being drawn. Try again in a moment.',
}

/**
 * Draws a certificate that is never issued, as a picture. Those who gave up waiting and ask again
 * wait for the same drawing.
 * @param path the field at fault where it cannot be printed
 * @throws InvalidFields, ServiceUnavailable
 */
export async function drawSample(
  ctx: Pick<Deps, 'printer' | 'inFlight'>,
  content: CertificateContent,
  path: string,
): Promise<CertificatePicture> {
  const looks = JSON.stringify({ ...content, issuedAt: null })
  const drawing = ctx.inFlight.certificatePrints.run(
    `sample ${createHash('sha256').update(looks).digest('hex')}`,
    (priority) => ctx.printer.drawCertificate(content, priority),
    { interactive: false },
  )
  const png = await pdfInTime(drawing, words).catch((error: unknown) => {
    if (!(error instanceof LookUnprintable || error instanceof TextNotPrintable)) throw error
    const message = `cannot be printed: ${error.message}`
    throw new AppError('InvalidFields', { issues: [{ path, message }] })
  })
  return { picture: `data:image/png;base64,${Buffer.from(png).toString('base64')}` }
}
