import { type Branding, defaultBranding } from './branding.ts'
import type { CertificateContent } from './contract.ts'
import { toDisplayText } from './display-text.ts'
import { type Drawn, mergeFonts } from './merge-fonts.ts'
import { type DrawnQrCode, drawQrCode } from './qr-code.ts'
import { type Run, type SetText, setText } from './runs.ts'
import { wordsFor } from './words.ts'

/** Everything that differs from one certificate to the next, as text and numbers. */
export interface PrintedCertificate {
  documentTitle: string
  /** Language of the fixed words and the dates. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** The texts of the template's elements, by their id; those that are not there are hidden. */
  texts: Record<string, Run[]>
  /** The fonts that these need beside the one of every page. */
  fonts: PageFont[]
  /** Characters that no font has. */
  uncovered: string[]
  qrCode: DrawnQrCode
  qrLabel: string
}

/** A TrueType font under the name by which the runs of text ask for it. */
export interface PageFont {
  name: string
  font: Uint8Array
  /** Made for this certificate alone, not to be kept. */
  isOwn: boolean
}

/** Writes the content out as it will stand on paper. */
export async function toPrinted(content: CertificateContent, branding: Branding = defaultBranding): Promise<PrintedCertificate> {
  const { words, locale, direction } = wordsFor(content.language)
  const texts = Object.entries(plainTexts(content, branding))
  const set = await Promise.all(texts.map(async ([id, text]) => [id, await setText(toDisplayText(text), content.language)] as const))

  return {
    documentTitle: titleOf(content),
    locale,
    direction,
    texts: Object.fromEntries(set.map(([id, { runs }]) => [id, runs])),
    fonts: fontsOf(set.map(([, text]) => text)),
    uncovered: set.flatMap(([, { uncovered }]) => uncovered),
    qrCode: drawQrCode(content.qrText),
    qrLabel: `${words.verifyAt} ${toDisplayText(content.verifyUrl)}`,
  }
}

function fontsOf(texts: readonly SetText[]): PageFont[] {
  const slices = [...new Set(texts.flatMap(({ slices }) => slices))]
  const drawn = new Map<string, Map<number, Drawn>>()
  for (const [family, characters] of texts.flatMap((text) => [...text.drawn])) {
    const ofFamily = drawn.get(family) ?? new Map<number, Drawn>()
    drawn.set(family, ofFamily)
    for (const character of characters) ofFamily.set(character.codePoint, character)
  }
  return [
    ...slices.map(({ name, font }) => ({ name, font, isOwn: false })),
    ...[...drawn].map(([name, characters]) => ({ name, font: mergeFonts([...characters.values()]), isOwn: true })),
  ]
}

/** Of the document: with the exact name, letter by letter. */
export function titleOf({ language, courseTitle, learnerName }: CertificateContent): string {
  return `${wordsFor(language).words.certificate}: ${courseTitle} — ${learnerName}`
}

function plainTexts(content: CertificateContent, { logo, signatures, lines }: Branding): Record<string, string> {
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
      content.minutes > 0 && { workloadLabel: words.workload, workload: writeDuration(content.minutes, locale) }),
    issuerLabel: words.issuedBy,
    issuer: content.issuer,
    issueDateLabel: words.issuedOn,
    issueDate: writeDate(content.issuedAt, locale),
    codeLabel: words.code,
    code: content.code,
    verifyLabel: words.verifyAt,
    ...splitAddress(content.verifyUrl),
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
function splitAddress(address: string) {
  const middle = address.lastIndexOf('/') + 1
  return { addressStart: address.slice(0, middle), addressEnd: address.slice(middle) }
}

function writeDate(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(at)
}

/** Hours and minutes; from ten hours on whole hours, rounded down. */
function writeDuration(total: number, locale: string): string {
  const [hours, minutes] = [Math.floor(total / 60), Math.floor(total % 60)]
  const duration = hours >= 10 ? { hours } : { hours, minutes }
  return new Intl.DurationFormat(locale, { style: 'long' }).format(duration)
}
