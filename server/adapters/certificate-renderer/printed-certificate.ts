import type { CertificateFacts } from './contract.ts'
import { toDisplayText } from './display-text.ts'
import { drawQrCode, type QrCode } from './qr-code.ts'
import { wordsFor } from './words.ts'

/** The texts of the template's elements, by their id. */
export interface PrintedTexts {
  issuer: string
  heading: string
  beforeName: string
  name: string
  beforeCourse: string
  course: string
  dateLabel: string
  date: string
  issuerLabel: string
  issuerName: string
  codeLabel: string
  code: string
  verifyLabel: string
  addressStart: string
  addressEnd: string
}

/** Everything that differs from one certificate to the next, as text and numbers. */
export interface PrintedCertificate {
  documentTitle: string
  /** Language of the fixed words and the date. */
  locale: string
  texts: PrintedTexts
  qrCode: QrCode
  qrLabel: string
}

/** Writes the facts out as they will stand on paper. */
export function toPrinted(facts: CertificateFacts): PrintedCertificate {
  const { words, locale } = wordsFor(facts.language)
  const name = toDisplayText(facts.learnerName)
  const course = toDisplayText(facts.courseTitle)
  const issuer = toDisplayText(facts.issuer)
  const address = toDisplayText(facts.verificationUrl)

  return {
    documentTitle: `${words.certificate}: ${course} — ${name}`,
    locale,
    texts: {
      issuer,
      heading: words.heading,
      beforeName: words.beforeName,
      name,
      beforeCourse: words.beforeCourse,
      course,
      dateLabel: words.completedOn,
      date: writeDate(facts.completedOn, locale),
      issuerLabel: words.issuedBy,
      issuerName: issuer,
      codeLabel: words.code,
      code: toDisplayText(facts.code),
      verifyLabel: words.verifyAt,
      ...splitAddress(address),
    },
    qrCode: drawQrCode(facts.verificationUrl),
    qrLabel: `${words.verifyAt} ${address}`,
  }
}

/** Before its last part, so that a line that has to break breaks there and not within the code. */
function splitAddress(address: string) {
  const middle = address.lastIndexOf('/') + 1
  return {
    addressStart: address.slice(0, middle),
    addressEnd: address.slice(middle),
  }
}

function writeDate(day: string, locale: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) throw new RangeError(`not a calendar day: ${day}`)
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(date)
}
