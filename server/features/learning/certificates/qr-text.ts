import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { toDisplayText } from '../../../../lib/display-text.ts'
import type { Deps } from '../../../context.ts'
import { verificationUrlOf } from './code/urls.ts'
import { daysOn } from './validity/certificate-days.ts'

/**
 * The URL of the page for people, and behind `#`, which no browser sends anywhere, the signed
 * facts: enough to verify the certificate without a network. They are `KEY.FACTS.SIGNATURE`: the
 * last part of the key's URL; a line each, in UTF-8 and base64url, for name, title, day, issuer,
 * grade in basis points, last day and minutes, the last three empty where the paper states none;
 * and Ed25519 over `CODE.KEY.FACTS`. The longest title of 200 characters makes it dense, and fits.
 */
export function qrTextOf(
  ctx: Pick<Deps, 'config' | 'credentials'>,
  certificate: CertificateRow,
): string {
  const { learnerName, courseTitle, issuer, code, grade, minutes } = certificate
  const { kid, sign } = ctx.credentials.signer()
  const url = verificationUrlOf(ctx, certificate)
  const { completedOn, lastDay } = daysOn(certificate, ctx.config.timeZone)
  const always = [learnerName, courseTitle, completedOn, issuer].map(toDisplayText)
  const lines = [...always, grade ?? '', lastDay ?? '', minutes ?? '']
  const signed = `${kid}.${base64url(lines.join('\n'))}`
  return `${url}#${signed}.${base64url(sign(Buffer.from(`${code}.${signed}`)))}`
}

function base64url(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
