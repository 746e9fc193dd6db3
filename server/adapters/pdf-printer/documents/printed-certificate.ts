import type { Branding } from '../../../../content/branding/branding.ts'
import { factNames, writeFacts } from '../../../../content/certificates/printed-facts.ts'
import { toDisplayText } from '../../../../lib/display-text.ts'
import { writeDay } from '../../../../lib/written-facts.ts'
import { certificateTextsFor } from '../../../texts/texts.ts'
import type { Fonts } from '../fonts/runs.ts'
import type { CertificateContent } from '../types.ts'
import { handOf } from './certificate-template.ts'
import { type PrintedDocument, prepareTexts } from './printed-document.ts'
import { drawQrCode } from './qr-code.ts'
import type { Template } from './template.ts'

/** What formats write, never people. */
const writtenIds: ReadonlySet<string> = new Set(['date', 'validUntil', 'issueDate', ...factNames])

export async function toPrintedCertificate(
  content: CertificateContent,
  { branding, template }: { branding: Branding; template: Template },
  fonts: Fonts,
): Promise<PrintedDocument> {
  const { words, locale, direction } = certificateTextsFor(content.language)
  return {
    template,
    documentTitle: titleOf(content),
    pageNote: '',
    locale,
    direction,
    ...(await prepareTexts(plainTexts(content, branding), content.language, fonts, writtenIds)),
    rows: {},
    links: { urlLink: content.verifyUrl, qrLink: content.verifyUrl },
    alternatives: alternativesOf(content, branding),
    drawings: {
      qr: {
        ...drawQrCode(content.qrText),
        label: `${words.verifyAt} ${toDisplayText(content.verifyUrl)}`,
      },
    },
  }
}

/** Returns the title of the document, with the exact name, letter by letter. */
function titleOf({ language, courseTitle, learnerName }: CertificateContent): string {
  return `${certificateTextsFor(language).words.certificate}: ${courseTitle} — ${learnerName}`
}

/** Names pictures: a logo by its issuer, a handwritten signature by its signatory. */
function alternativesOf(
  { issuer }: CertificateContent,
  { logo, signatures }: Branding,
): Record<string, string> {
  return {
    ...(logo !== undefined && { logo: toDisplayText(issuer) }),
    ...Object.fromEntries(
      signatures.flatMap(({ image, name }, index) =>
        image === undefined ? [] : [[handOf(index), toDisplayText(name)]],
      ),
    ),
  }
}

function plainTexts(content: CertificateContent, branding: Branding): Record<string, string> {
  const { words, locale } = certificateTextsFor(content.language)
  const { logo, signatures, lines, heading, beforeName, beforeCourse } = branding
  return {
    ...(logo === undefined && { organisation: content.issuer }),
    heading: heading ?? words.heading,
    beforeName: beforeName ?? words.beforeName,
    name: content.learnerName,
    beforeCourse: beforeCourse ?? words.beforeCourse,
    course: content.courseTitle,
    ...distinctionOf(content, branding),
    dateLabel: words.completedOn,
    date: writeDay(content.completedOn, locale),
    ...factTexts(content),
    ...(content.lastDay !== null && {
      validUntilLabel: words.validUntil,
      validUntil: writeDay(content.lastDay, locale),
    }),
    issuerLabel: words.issuedBy,
    issuer: content.issuer,
    issueDateLabel: words.issuedOn,
    issueDate: writeDay(content.issuedOn, locale),
    codeLabel: words.code,
    code: content.code,
    verifyLabel: words.verifyAt,
    ...splitUrl(content.verifyUrl),
    ...Object.fromEntries(
      signatures.flatMap(({ name, title }, index) => [
        [`signer${index}`, name],
        [`signerTitle${index}`, title],
      ]),
    ),
    ...Object.fromEntries(lines.map((line, index) => [`line${index}`, line])),
  }
}

/** Returns the line of a printed grade that is high enough for one. */
function distinctionOf(
  { grade }: CertificateContent,
  { distinction, distinctionFrom }: Branding,
): Record<string, string> {
  if (grade === null || distinction === undefined || distinctionFrom === undefined) return {}
  return grade >= distinctionFrom * 100 ? { distinction } : {}
}

/** Returns the facts by the ids of their elements, each with its label. */
function factTexts(content: CertificateContent): Record<string, string> {
  const { words, locale } = certificateTextsFor(content.language)
  const texts = Object.entries(writeFacts(content, locale))
  const labels = factNames.filter((name) => content[name] !== null)
  return Object.fromEntries([...labels.map((name) => [`${name}Label`, words[name]]), ...texts])
}

/** Splits it before its last part, so that a long line breaks there and not within the code. */
function splitUrl(url: string) {
  const middle = url.lastIndexOf('/') + 1
  return { urlStart: url.slice(0, middle), urlEnd: url.slice(middle) }
}
