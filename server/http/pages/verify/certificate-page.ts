import type { Branding } from '../../../../content/branding/branding.ts'
import { distinctionOf } from '../../../../content/branding/distinction.ts'
import {
  type FactValues,
  factNames,
  printedFacts,
  writeFacts,
} from '../../../../content/certificates/printed-facts.ts'
import { toDisplayText } from '../../../../lib/display-text.ts'
import { type Html, html } from '../../../../lib/html.ts'
import type { Verification } from '../../../features/learning/certificates/schema.ts'
import type { ShownCertificate } from '../../../features/learning/certificates/verify-certificate.ts'
import type { Preview } from './layout.ts'
import { pdfDrop, verdict } from './parts.ts'
import type { Voice } from './voice.ts'

/**
 * Shows everything that is printed on a certificate, preceded by whether it is valid. `pageUrl` is
 * absolute.
 */
export function certificatePage(
  voice: Voice,
  { verification: certificate, facts, branding, endedOn, addToLinkedIn }: ShownCertificate,
  { publicUrl }: { publicUrl: string },
): { title: string; body: Html; preview: Preview } {
  const { verificationCode: code, valid, learnerName, courseTitle, pdfSha256 } = certificate
  const { texts } = voice
  const { kind, ...words } = verdictOn(voice, certificate, endedOn)
  const pageUrl = `${publicUrl}/verify/${code}`
  const learner = learnerName === null ? texts.nameNotGiven : toDisplayText(learnerName)
  const { heading = texts.certificate, beforeCourse } = branding
  const phrase = certificate.courses === undefined ? texts.completed : texts.completedProgram
  const distinction = distinctionOf(branding, facts.grade)
  const body = html`<article class="sheet">${verdict(kind, words, successorLink(voice, certificate))}
<div class="said${valid ? '' : ' void'}"><p class="kind" dir="auto">${toDisplayText(heading)}</p>
<p class="name" dir="auto">${learner}</p>
<p dir="auto">${toDisplayText(beforeCourse ?? phrase)}</p>
<p class="course" dir="auto">${toDisplayText(courseTitle)}</p>
${distinction && html`<p dir="auto">${toDisplayText(distinction)}</p>`}${coursesOf(certificate)}</div>
${factList(voice, certificate, { facts, branding })}
${actions(voice, certificate)}
${valid ? shareLinks(voice, { pageUrl, addToLinkedIn }) : undefined}
${pdfSha256 === undefined ? undefined : pdfDrop(voice, pdfSha256)}
${smallPrint(branding)}</article>
<p class="another"><a href="${voice.link('/verify')}">${texts.checkAnother}</a></p>`
  return {
    title: `${words.heading} · ${code}`,
    body,
    preview: {
      title: `${learner} · ${toDisplayText(courseTitle)}`,
      description: `${words.heading}. ${words.note}`,
      url: pageUrl,
      // Omits pictures of invalid or nameless certificates: networks keep pictures for long.
      picture: valid && learnerName !== null ? `${publicUrl}/certificates/${code}.png` : undefined,
    },
  }
}

const verdicts = {
  issued: ['good', 'valid', 'validNote'],
  revoked: ['bad', 'revoked', 'revokedNote'],
  superseded: ['warn', 'superseded', 'supersededNote'],
  expired: ['warn', 'expired', 'expiredNote'],
} as const

function verdictOn(
  { texts, fill, day }: Voice,
  certificate: Verification,
  endedOn: string | undefined,
) {
  const { status: written, expired, issuer, lastDay } = certificate
  // Prefers what the school or a newer certificate says about it.
  const status = written === 'issued' && expired ? 'expired' : written
  const ended = endedOn ?? lastDay
  const date = ended === null ? '' : day(ended)
  const [kind, heading, note] = verdicts[status]
  return {
    kind,
    heading: texts[heading],
    note: fill(note, { issuer: toDisplayText(issuer), date }),
  }
}

/** Leads from an old link to the certificate that counts, before anything else is read. */
function successorLink({ texts, link }: Voice, { supersededBy }: Verification): Html | undefined {
  if (supersededBy === undefined) return undefined
  const address = link(`/verify/${supersededBy}`)
  return html`<p class="next"><a class="button" href="${address}">${texts.toSuccessor}</a></p>`
}

function factList(
  { texts, day, language }: Voice,
  certificate: Verification,
  { facts, branding: { signatures } }: { facts: FactValues; branding: Branding },
): Html {
  const { completedOn, issuer, issuedOn, lastDay, verificationCode, pdfSha256 } = certificate
  const written = writeFacts(facts, language)
  const printed = factNames.map((name) => {
    const label = texts[printedFacts[name].pageLabel]
    const said = written[name] && html`<div><dt>${label}</dt><dd>${written[name]}</dd></div>`
    return html`${said}\n`
  })
  const limit =
    lastDay === null
      ? undefined
      : html`<div><dt>${texts.validUntil}</dt>
<dd><time datetime="${lastDay}">${day(lastDay)}</time></dd></div>`
  const signers =
    signatures.length === 0
      ? undefined
      : html`<div class="wide"><dt>${texts.signatures}</dt>
${signatures.map(signer)}</div>`
  const hash =
    pdfSha256 === undefined
      ? undefined
      : html`<div class="wide"><dt>${texts.pdfHash}</dt>
<dd><code class="hash">${pdfSha256}</code></dd></div>`
  return html`<dl aria-label="${texts.facts}"><div><dt>${texts.completedOn}</dt>
<dd><time datetime="${completedOn}">${day(completedOn)}</time></dd></div>
${printed}<div><dt>${texts.issuedBy}</dt><dd><bdi>${toDisplayText(issuer)}</bdi></dd></div>
<div><dt>${texts.issuedOn}</dt><dd><time datetime="${issuedOn}">${day(issuedOn)}</time></dd></div>
${limit}
<div><dt>${texts.verificationCode}</dt><dd><code>${verificationCode}</code></dd></div>
${signers}
${hash}</dl>`
}

/** Lists the courses of a program. */
function coursesOf({ courses }: Verification): Html | undefined {
  if (courses === undefined) return undefined
  const titles = courses.map((title) => html`<li dir="auto">${toDisplayText(title)}</li>`)
  return html`<ul class="courses">${titles}</ul>`
}

function signer({ name, title }: Branding['signatures'][number]): Html {
  return html`<dd><bdi>${toDisplayText(name)}</bdi><br>
<bdi class="post">${toDisplayText(title)}</bdi></dd>`
}

function smallPrint({ lines }: Branding): Html | undefined {
  if (lines.length === 0) return undefined
  const printed = lines.map((line) => html`<p><bdi>${toDisplayText(line)}</bdi></p>`)
  return html`<div class="small-print">${printed}</div>`
}

/** Returns links for the reader to follow; nothing of them is loaded. */
function shareLinks(
  { texts }: Voice,
  { pageUrl, addToLinkedIn }: { pageUrl: string; addToLinkedIn: string },
): Html {
  const share = `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(pageUrl)}`
  return html`<ul class="share">
<li><a href="${addToLinkedIn}" rel="noopener noreferrer">${texts.addToProfile}</a></li>
<li><a href="${share}" rel="noopener noreferrer">${texts.share}</a></li>
<li><button type="button" class="copy" hidden data-link="${pageUrl}"
 data-copied="${texts.copied}">${texts.copyLink}</button></li></ul>`
}

function actions({ texts }: Voice, { verificationCode, valid }: Verification): Html {
  const files = `/certificates/${verificationCode}`
  return html`<div class="actions"><a class="button${valid ? '' : ' quiet'}" href="${files}.pdf">${texts.download}</a>
<a class="button quiet" href="${files}/credential">${texts.credential}</a>
<a class="button quiet" href="${files}/badge.png">${texts.badge}</a></div>`
}
