import type { IssuerBranding } from '../../../../content/branding/course-branding.ts'
import { noFacts } from '../../../../content/certificates/printed-facts.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import type { CertificateContent } from '../../../adapters/pdf-printer/types.ts'
import type { Config } from '../../../config/config.ts'

const code = '0000-0000-0000-0000-0'

/** Returns a sample of a certificate, whose code is not valid. */
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
