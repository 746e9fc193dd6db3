import { type Branding, defaultBranding } from '../branding.ts'
import type { CertificateContent } from '../types.ts'
import { certificatePaper } from './certificate-template.ts'
import { toDisplayText } from './display-text.ts'
import { type PrintedDocument, setTexts, writeDate } from './printed-document.ts'
import { drawQrCode } from './qr-code.ts'
import { wordsFor } from './words.ts'

/** Writes the content out as it will stand on paper. */
export async function toPrinted(
  content: CertificateContent,
  otherwise: Branding = defaultBranding,
): Promise<PrintedDocument> {
  const { branding = otherwise } = content
  const { words, locale, direction } = wordsFor(content.language)
  return {
    paper: certificatePaper(branding),
    documentTitle: titleOf(content),
    pageNote: '',
    locale,
    direction,
    ...(await setTexts(plainTexts(content, branding), content.language)),
    rows: {},
    drawings: {
      qr: {
        ...drawQrCode(content.qrText),
        label: `${words.verifyAt} ${toDisplayText(content.verifyUrl)}`,
      },
    },
  }
}

/** Of the document: with the exact name, letter by letter. */
export function titleOf({ language, courseTitle, learnerName }: CertificateContent): string {
  return `${wordsFor(language).words.certificate}: ${courseTitle} — ${learnerName}`
}

function plainTexts(
  content: CertificateContent,
  { logo, signatures, lines }: Branding,
): Record<string, string> {
  const { words, locale } = wordsFor(content.language)
  return {
    ...(logo === undefined && { organisation: content.issuer }),
    heading: words.heading,
    beforeName: words.beforeName,
    name: content.learnerName,
    beforeCourse: words.beforeCourse,
    course: content.courseTitle,
    dateLabel: words.completedOn,
    date: writeDate(content.completedAt, locale),
    ...(content.minutes !== null &&
      content.minutes > 0 && {
        workloadLabel: words.workload,
        workload: writeDuration(content.minutes, locale),
      }),
    issuerLabel: words.issuedBy,
    issuer: content.issuer,
    issueDateLabel: words.issuedOn,
    issueDate: writeDate(content.issuedAt, locale),
    codeLabel: words.code,
    code: content.code,
    verifyLabel: words.verifyAt,
    ...splitRoute(content.verifyUrl),
    ...Object.fromEntries(
      signatures.flatMap(({ name, title }, place) => [
        [`signer${place}`, name],
        [`signerTitle${place}`, title],
      ]),
    ),
    ...Object.fromEntries(lines.map((line, place) => [`line${place}`, line])),
  }
}

/** Before its last part, so that a line that has to break breaks there and not within the code. */
function splitRoute(address: string) {
  const middle = address.lastIndexOf('/') + 1
  return { addressStart: address.slice(0, middle), addressEnd: address.slice(middle) }
}

/** Hours and minutes; from ten hours on whole hours, rounded down. */
function writeDuration(total: number, locale: string): string {
  const [hours, minutes] = [Math.floor(total / 60), Math.floor(total % 60)]
  const duration = hours >= 10 ? { hours } : { hours, minutes }
  return new Intl.DurationFormat(locale, { style: 'long' }).format(duration)
}
