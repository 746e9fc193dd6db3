import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import type { Deps } from '../../../context.ts'
import { toDisplayText } from '../../../lib/display-text.ts'
import { verificationUrlOf } from './code/urls.ts'
import { completionDayOf } from './describe-certificate.ts'

/** What 53 by 53 modules hold: copies of copies of denser codes cannot be read. */
const easyBytes = 230
/** A title is never cut to less, whatever that makes of the code. */
const leastTitleBytes = 20

/**
 * The URL of the page for people, and behind `#`, which no browser sends anywhere, the signed
 * facts: enough to verify the certificate without a network. They are `KEY.FACTS.SIGNATURE`: the
 * last part of the key's URL; name, title, day and issuer, a line each, in UTF-8 and base64url; and
 * Ed25519 over `CODE.KEY.FACTS`. A title that would make the code dense is cut.
 */
export function qrTextOf(
  ctx: Pick<Deps, 'config' | 'credentials'>,
  certificate: CertificateRow,
): string {
  const { learnerName, courseTitle, issuer, code } = certificate
  const { kid, sign } = ctx.credentials.signer()
  const url = verificationUrlOf(ctx, certificate)
  function textWith(title: string): string {
    const lines = [learnerName, title, completionDayOf(certificate), issuer].map(toDisplayText)
    const signed = `${kid}.${base64url(lines.join('\n'))}`
    return `${url}#${signed}.${base64url(sign(Buffer.from(`${code}.${signed}`)))}`
  }

  const excess = Math.ceil(((textWith(courseTitle).length - easyBytes) * 3) / 4)
  if (excess <= 0) return textWith(courseTitle)
  const room = Math.max(leastTitleBytes, Buffer.byteLength(courseTitle) - excess)
  return textWith(cutToBytes(courseTitle, room))
}

function base64url(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** Cuts between graphemes. */
function cutToBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  const room = limit - Buffer.byteLength('…')
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(kept + segment) > room) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
