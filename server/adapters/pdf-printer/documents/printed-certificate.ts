import type { Branding } from '../../../../content/branding/branding.ts'
import { distinctionOf } from '../../../../content/branding/distinction.ts'
import { factNames, writeFacts } from '../../../../content/certificates/printed-facts.ts'
import { toDisplayText } from '../../../../lib/display-text.ts'
import { writeDay } from '../../../../lib/written-facts.ts'
import { fillIn } from '../../../texts/brand.ts'
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
    rows: { courses: shownCoursesOf(content).length },
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
  const { logo, signatures, lines, heading, beforeName, beforeCourse, template } = branding
  const distinction = distinctionOf(branding, content.grade)
  return {
    ...((logo === undefined || template) && { organisation: content.issuer }),
    heading: heading ?? words.heading,
    beforeName: beforeName ?? words.beforeName,
    name: content.learnerName,
    beforeCourse: beforeCourse ?? (isProgram(content) ? words.beforeProgram : words.beforeCourse),
    course: content.courseTitle,
    ...courseTexts(content),
    ...(distinction !== undefined && { distinction }),
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

function isProgram({ courses }: CertificateContent): boolean {
  return courses !== undefined && courses !== null
}

/** Columns that three lines of the smallest size surely hold; letters outside Europe take two. */
const courseColumns = 440

/** Returns the courses of a program that fit on its paper; never all but one of them. */
function shownCoursesOf({ courses }: CertificateContent): readonly string[] {
  const titles = courses ?? []
  let columns = 0
  const fitting = titles.findIndex((title) => {
    columns += 3
    for (const letter of toDisplayText(title)) columns += letter < '\u0900' ? 1 : 2
    return columns > courseColumns
  })
  if (fitting === -1) return titles
  return titles.slice(0, Math.max(1, Math.min(fitting, titles.length - 2)))
}

/** Returns the titles by the ids of their cells, and how many more there are. */
function courseTexts(content: CertificateContent): Record<string, string> {
  const { words, locale } = certificateTextsFor(content.language)
  const shown = shownCoursesOf(content)
  const left = (content.courses ?? []).length - shown.length
  const count = new Intl.NumberFormat(locale).format(left)
  return {
    ...Object.fromEntries(shown.map((title, index) => [`courses.${index}.title`, title])),
    ...(left > 0 && { moreCourses: fillIn(words.moreCourses, { count }) }),
  }
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
