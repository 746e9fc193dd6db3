import type { Verification } from '../../../features/certificates/schema.ts'
import { toDisplayText } from '../../../lib/display-text.ts'
import { type Html, html } from '../../../lib/html.ts'
import { pdfDrop, verdict } from './parts.ts'
import type { Voice } from './voice.ts'

/** The contents of a certificate, preceded by whether it is valid. */
export function certificatePage(
  voice: Voice,
  certificate: Verification,
): { title: string; body: Html } {
  const { verificationCode: code, valid, learnerName, courseTitle, pdfSha256 } = certificate
  const { texts } = voice
  const { kind, ...words } = verdictOn(voice, certificate)
  const body = html`<article class="sheet">${verdict(kind, words)}
<div class="said${valid ? '' : ' void'}"><p class="kind">${texts.certificate}</p>
<p class="name" dir="auto">${toDisplayText(learnerName)}</p>
<p>${texts.completed}</p>
<p class="course" dir="auto">${toDisplayText(courseTitle)}</p></div>
${facts(voice, certificate)}
${actions(voice, certificate)}
${pdfSha256 === undefined ? undefined : pdfDrop(voice, pdfSha256)}</article>
<p class="another"><a href="/verify">${texts.checkAnother}</a></p>`
  return { title: `${words.heading} · ${code}`, body }
}

function verdictOn(voice: Voice, { status, issuer, revokedAt, supersededAt }: Verification) {
  const { texts, fill, day } = voice
  const shown = toDisplayText(issuer)
  switch (status) {
    case 'issued':
      return {
        kind: 'good',
        heading: texts.valid,
        note: fill('validNote', { issuer: shown }),
      } as const
    case 'revoked': {
      const date = revokedAt === undefined ? '' : day(revokedAt)
      return {
        kind: 'bad',
        heading: texts.revoked,
        note: fill('revokedNote', { issuer: shown, date }),
      } as const
    }
    case 'superseded': {
      const date = supersededAt === undefined ? '' : day(supersededAt)
      return {
        kind: 'warn',
        heading: texts.superseded,
        note: fill('supersededNote', { date }),
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
      : html`<div class="wide"><dt>${texts.pdfHash}</dt>
<dd><code class="hash">${pdfSha256}</code></dd></div>`
  return html`<dl aria-label="${texts.facts}"><div><dt>${texts.completedOn}</dt>
<dd><time datetime="${completedOn}">${day(completedOn)}</time></dd></div>
${time}
<div><dt>${texts.issuedBy}</dt><dd dir="auto">${toDisplayText(issuer)}</dd></div>
<div><dt>${texts.issuedOn}</dt><dd><time datetime="${issuedAt}">${day(issuedAt)}</time></dd></div>
<div><dt>${texts.verificationCode}</dt><dd><code>${verificationCode}</code></dd></div>
${hash}</dl>`
}

function actions({ texts }: Voice, { verificationCode, valid, supersededBy }: Verification): Html {
  const successor =
    supersededBy === undefined
      ? undefined
      : html`<a class="button" href="/verify/${supersededBy}">${texts.toSuccessor}</a>`
  const files = `/certificates/${verificationCode}`
  return html`<div class="actions">${successor}
<a class="button${valid ? '' : ' quiet'}" href="${files}.pdf">${texts.download}</a>
<a class="button quiet" href="${files}/credential">${texts.credential}</a></div>`
}
