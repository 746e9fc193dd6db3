import { createRequire } from 'node:module'
import { factEntries } from '../../content/certificates/printed-facts.ts'
import { preferredAmong } from '../../lib/languages.ts'
import * as de from './de/de.ts'
import * as en from './en/en.ts'
import {
  type CertificateTexts,
  type LanguageTexts,
  type MailKind,
  type MailTexts,
  type PageTexts,
  type ReceiptTexts,
  type WordOfPaper,
  wordsOfPaper,
} from './types.ts'

const require = createRequire(import.meta.url)
const withMails = { en, de }

/** A language of mails and receipts. */
export type Language = keyof typeof withMails
/** A language of the pages that verify certificates. */
export type PageLanguage = (typeof pageLanguages)[number]

export const languages = Object.keys(withMails) as ['en', Language]
/** English comes first: it is for readers of none of the others. */
// biome-ignore format: one of them on each line would be a page
export const pageLanguages = [
  'en', 'ar', 'de', 'el', 'es', 'fr', 'he', 'hi', 'id', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru',
  'sv', 'th', 'tr', 'uk', 'vi', 'zh-Hans', 'zh-Hant',
] as const

/** Texts by language tag. Those without mails are read on demand. */
export const texts = {} as typeof withMails & Record<PageLanguage, LanguageTexts>
for (const tag of pageLanguages) {
  const folder = tag.toLowerCase()
  const known: Partial<Record<PageLanguage, LanguageTexts>> = withMails
  const get = () =>
    known[tag] ?? { ...require(`./${folder}/certificate.ts`), ...require(`./${folder}/page.ts`) }
  Object.defineProperty(texts, tag, { enumerable: true, get })
}

export const mailKinds = Object.keys(texts.en.mail.mails) as [MailKind, ...MailKind[]]

export function mailTextsIn(language: Language): MailTexts {
  return texts[language].mail
}

export function receiptTextsIn(language: Language): ReceiptTexts {
  return texts[language].receipt
}

export function pageTextsIn(language: PageLanguage): PageTexts {
  const { page, certificate } = texts[language]
  return { ...page, ...wordsOfPaperIn(certificate) }
}

function wordsOfPaperIn(words: CertificateTexts) {
  const labels = factEntries.map(([name, { pageLabel }]) => [pageLabel, words[name]])
  const others = Object.entries(wordsOfPaper).map(([key, word]) => [key, words[word]])
  return Object.fromEntries([...others, ...labels]) as Pick<PageTexts, WordOfPaper>
}

/** Returns the language itself, or English for one stored when it still had mails. */
export function knownLanguage(locale: string): Language {
  return languages.find((language) => language === locale) ?? languages[0]
}

/** Returns the language of a reader if the school has it, otherwise the school's first. */
export function languageAmong(
  spoken: readonly [Language, ...Language[]],
  locale: string,
): Language {
  return spoken.find((language) => language === locale) ?? spoken[0]
}

/** Returns the language that an Accept-Language header prefers, among those of the school. */
export function preferredLanguage(
  header: string | undefined,
  spoken: readonly [Language, ...Language[]] = languages,
): Language {
  return preferredAmong(spoken, header)
}

export interface CertificateWording {
  words: CertificateTexts
  /** The BCP 47 tag for the words, the dates and the numbers. */
  locale: string
  direction: 'ltr' | 'rtl'
}

const rightToLeft = ['ar', 'he']

/**
 * Returns the words of a certificate for a BCP 47 tag, and the tag of their language, so that dates
 * and words never differ in it. Unknown and malformed tags get English.
 */
export function certificateTextsFor(tag: string): CertificateWording {
  const locale = parseLocale(tag)
  const words = locale && findCertificateTexts(locale)
  if (locale === undefined || words === undefined)
    return { words: en.certificate, locale: 'en', direction: 'ltr' }
  return {
    words,
    locale: locale.baseName,
    direction: directionOf(locale.language),
  }
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(language) ? 'rtl' : 'ltr'
}

function findCertificateTexts(locale: Intl.Locale): CertificateTexts | undefined {
  const known: Partial<Record<string, LanguageTexts>> = texts
  const found = known[locale.language] ?? known[`${locale.language}-${locale.maximize().script}`]
  return found?.certificate
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}
