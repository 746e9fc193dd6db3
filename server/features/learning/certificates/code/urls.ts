import type { CertificateRow } from '../../../../../db/queries/learning/certificates.ts'
import type { Deps } from '../../../../context.ts'
import { daysOn } from '../validity/certificate-days.ts'
import { formatCode } from './code.ts'

type Urls = Pick<Deps, 'config'>
type Coded = Pick<CertificateRow, 'code'>

export function pdfUrlOf({ config }: Urls, { code }: Coded): string {
  return `${config.publicUrl}/certificates/${formatCode(code)}.pdf`
}

export function pictureUrlOf({ config }: Urls, { code }: Coded): string {
  return `${config.publicUrl}/certificates/${formatCode(code)}.png`
}

export function verificationUrlOf({ config }: Urls, { code }: Coded): string {
  return `${config.publicUrl}/verify/${formatCode(code)}`
}

export function credentialUrlOf({ config }: Urls, { code }: Coded): string {
  return `${config.publicUrl}/certificates/${formatCode(code)}/credential`
}

export function issuerUrlOf({ config }: Urls): string {
  return `${config.publicUrl}/credentials/issuer`
}

/** Names a key that signs for the issuer; the issuer's document describes it. */
export function verificationMethodOf(issuer: string, kid: string): string {
  return `${issuer}#${kid}`
}

export function achievementUrlOf({ config }: Urls, versionId: string): string {
  return `${config.publicUrl}/credentials/achievements/${versionId}`
}

export function statusListUrlOf({ config }: Urls, number: number): string {
  return `${config.publicUrl}/credentials/status/${number}`
}

/** Builds the URL of LinkedIn's "Add to Profile": https://addtoprofile.linkedin.com */
export function linkedInUrlOf(ctx: Urls, certificate: CertificateRow): string {
  const { issuedOn, lastDay } = daysOn(certificate, ctx.config.timeZone)
  const url = new URL('https://www.linkedin.com/profile/add')
  url.search = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: certificate.courseTitle,
    organizationName: certificate.issuer,
    ...monthOf(issuedOn, 'issue'),
    ...(lastDay !== null && monthOf(lastDay, 'expiration')),
    certUrl: verificationUrlOf(ctx, certificate),
    certId: formatCode(certificate.code),
  }).toString()
  return url.href
}

/** Returns `issueYear` and `issueMonth` of a day. */
function monthOf(day: string, what: 'issue' | 'expiration') {
  const [year = '', month] = day.split('-')
  return { [`${what}Year`]: year, [`${what}Month`]: String(Number(month)) }
}
