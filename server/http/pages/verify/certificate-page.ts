import { toDisplayText } from '../../../adapters/pdf-printer/documents/display-text.ts'
import type { Verification } from '../../../features/certificates/schema.ts'
import { type Html, html } from '../../../lib/html.ts'
import { pdfDrop, verdict } from './parts.ts'
import type { Voice } from './texts.ts'

/** What a certificate says, and first of all whether it holds. */
export function certificatePage(
  voice: Voice,
  certificate: Verification,
): { title: string; body: Html } {
  const { verificationCode: code, valid, supersededBy, pdfSha256 } = certificate
  const { texts } = voice
  const { kind, ...words } = verdictOn(voice, certificate)
  const successor =
    supersededBy === undefined
      ? undefined
      : html`<a class="button" href="/verify/${supersededBy}">${texts.toSuccessor}</a>`
  const body = html`<article class="sheet">${verdict(kind, words)}
<div class="said${valid ? '' : ' void'}"><p class="kind">${texts.certificate}</p><p class="name" dir="auto">${toDisplayText(certificate.learnerName)}</p>
<p>${texts.completed}</p><p class="course" dir="auto">${toDisplayText(certificate.courseTitle)}</p></div>
${facts(voice, certificate)}
<div class="actions">${successor}<a class="button${valid ? '' : ' quiet'}" href="/certificates/${code}.pdf">${texts.download}</a>
<a class="button quiet" href="/certificates/${code}/credential">${texts.credential}</a></div>
${pdfSha256 === undefined ? undefined : pdfDrop(voice, pdfSha256)}</article>
<p class="another"><a href="/verify">${texts.checkAnother}</a></p>`
  return { title: `${words.heading} · ${code}`, body }
}

function verdictOn(voice: Voice, { status, issuer, revokedAt, supersededAt }: Verification) {
  const { texts, say, day } = voice
  const shown = toDisplayText(issuer)
  switch (status) {
    case 'issued':
      return {
        kind: 'good',
        heading: texts.valid,
        note: say('validNote', { issuer: shown }),
      } as const
    case 'revoked': {
      const date = revokedAt === undefined ? '' : day(revokedAt)
      return {
        kind: 'bad',
        heading: texts.revoked,
        note: say('revokedNote', { issuer: shown, date }),
      } as const
    }
    case 'superseded': {
      const date = supersededAt === undefined ? '' : day(supersededAt)
      return {
        kind: 'warn',
        heading: texts.superseded,
        note: say('supersededNote', { date }),
      } as const
    }
  }
}

function facts({ texts, day, duration }: Voice, certificate: Verification): Html {
  const { completedOn, minutes, issuer, issuedAt, verificationCode, pdfSha256 } = certificate
  const time =
    minutes === undefined
      ? undefined
      : html`<div><dt>${texts.time}</dt><dd>${duration(minutes)}</dd></div>`
  const hash =
    pdfSha256 === undefined
      ? undefined
      : html`<div class="wide"><dt>${texts.pdfHash}</dt><dd><code class="hash">${pdfSha256}</code></dd></div>`
  return html`<dl aria-label="${texts.facts}"><div><dt>${texts.completedOn}</dt><dd><time datetime="${completedOn}">${day(completedOn)}</time></dd></div>
${time}
<div><dt>${texts.issuedBy}</dt><dd dir="auto">${toDisplayText(issuer)}</dd></div>
<div><dt>${texts.issuedOn}</dt><dd><time datetime="${issuedAt}">${day(issuedAt)}</time></dd></div>
<div><dt>${texts.verificationCode}</dt><dd><code>${verificationCode}</code></dd></div>
${hash}</dl>`
}
