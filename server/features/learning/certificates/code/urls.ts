import { createHash } from 'node:crypto'
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

/** The document of the school, or of an issuer that is called otherwise. */
export function issuerUrlOf(ctx: Urls, name = ctx.config.certificateIssuer): string {
  const { publicUrl, certificateIssuer } = ctx.config
  return name === certificateIssuer
    ? `${publicUrl}/credentials/issuer`
    : namedIssuerUrlOf(ctx, issuerIdOf(name))
}

export function namedIssuerUrlOf({ config }: Urls, id: string): string {
  return `${config.publicUrl}/credentials/issuers/${id}`
}

export function issuerIdOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22)
}

/** Names a key that signs for the issuer: wallets take the document at this address as the key. */
export function verificationMethodOf(issuer: string, kid: string): string {
  return `${issuer}/keys/${kid}`
}

/** Returns the name of the school as a DID (W3C, did:web), whose path follows colons. */
export function didOf({ config }: Urls): string {
  const { host, pathname } = new URL(config.publicUrl)
  return ['did:web', encodeURIComponent(host), ...pathname.split('/').filter(Boolean)].join(':')
}

export function achievementUrlOf({ config }: Urls, versionId: string): string {
  return `${config.publicUrl}/credentials/achievements/${versionId}`
}

/** Validators want the list of the credential's own issuer. */
export function statusListUrlOf(ctx: Urls, { issuer, number }: StatusListName): string {
  const place = issuer === issuerUrlOf(ctx) ? `${ctx.config.publicUrl}/credentials` : issuer
  return `${place}/status/${number}`
}

export interface StatusListName {
  /** The URL of its document. */
  issuer: string
  number: number
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
