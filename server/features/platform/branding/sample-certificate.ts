import { z } from 'zod'
import type { IssuerBranding } from '../../../../content/branding/course-branding.ts'
import { noFacts } from '../../../../content/certificates/printed-facts.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import { field, named } from '../../../../lib/schema.ts'
import { pdfInTime } from '../../../adapters/pdf-printer/pdf-in-time.ts'
import {
  type CertificateContent,
  LookUnprintable,
  TextNotPrintable,
} from '../../../adapters/pdf-printer/types.ts'
import type { Config } from '../../../config/config.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

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

export const CertificatePicture = named('CertificatePicture', 'A certificate as it is printed', {
  picture: field(
    z.string(),
    'A PNG of 1,200 by 848 pixels, as an address of itself',
    'data:image/png;base64,…',
  ),
})
export type CertificatePicture = z.infer<typeof CertificatePicture>

const words = {
  missing: 'This server has no browser to draw the certificate with.',
  busy: 'The certificate is being drawn. Try again in a moment.',
}

/**
 * Draws a sample; what cannot be printed is refused at the field of its look.
 * @throws InvalidFields, ServiceUnavailable
 */
export async function drawSample(
  ctx: Pick<Deps, 'printer' | 'inFlight'>,
  content: CertificateContent,
  path: 'certificate' | 'certificateLogo',
): Promise<CertificatePicture> {
  // Those who gave up waiting and ask again wait for the same drawing.
  const drawing = ctx.inFlight.certificatePrints.run(
    `sample ${JSON.stringify({ ...content, issuedAt: null })}`,
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
