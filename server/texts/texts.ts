import { preferredAmong } from '../lib/languages.ts'
import * as ar from './ar/ar.ts'
import * as de from './de/de.ts'
import * as el from './el/el.ts'
import * as en from './en/en.ts'
import * as es from './es/es.ts'
import * as fr from './fr/fr.ts'
import * as he from './he/he.ts'
import * as hi from './hi/hi.ts'
import * as id from './id/id.ts'
import * as it from './it/it.ts'
import * as ja from './ja/ja.ts'
import * as ko from './ko/ko.ts'
import * as nl from './nl/nl.ts'
import * as pl from './pl/pl.ts'
import * as pt from './pt/pt.ts'
import * as ru from './ru/ru.ts'
import * as sv from './sv/sv.ts'
import * as th from './th/th.ts'
import * as tr from './tr/tr.ts'
import type {
  CertificateTexts,
  LanguageTexts,
  MailKind,
  MailTexts,
  PageTexts,
  ReceiptTexts,
} from './types.ts'
import * as uk from './uk/uk.ts'
import * as vi from './vi/vi.ts'
import * as zhHans from './zh-hans/zh-hans.ts'
import * as zhHant from './zh-hant/zh-hant.ts'

/** By language tag. English comes first: it is for readers of none of the others. */
export const texts = {
  en,
  ar,
  de,
  el,
  es,
  fr,
  he,
  hi,
  id,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  sv,
  th,
  tr,
  uk,
  vi,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
} satisfies Record<string, LanguageTexts>

type Texts = typeof texts
type LanguageWith<Kind extends keyof LanguageTexts> = {
  [Tag in keyof Texts]: Texts[Tag] extends Record<Kind, unknown> ? Tag : never
}[keyof Texts]

/** A language of mails and receipts. */
export type Language = LanguageWith<'mail'> & LanguageWith<'receipt'>
/** A language of the pages that verify certificates. */
export type PageLanguage = LanguageWith<'page'>

export const languages = languagesWith('mail')
export const pageLanguages = languagesWith('page')

function languagesWith<Kind extends keyof LanguageTexts>(kind: Kind) {
  const tags = Object.keys(texts) as (keyof Texts)[]
  return tags.filter((tag) => kind in texts[tag]) as ['en', ...LanguageWith<Kind>[]]
}

export const mailKinds = Object.keys(texts.en.mail.mails) as [MailKind, ...MailKind[]]

export function mailTextsIn(language: Language): MailTexts {
  return texts[language].mail
}

export function receiptTextsIn(language: Language): ReceiptTexts {
  return texts[language].receipt
}

export function pageTextsIn(language: PageLanguage): PageTexts {
  return texts[language].page
}

/** The language itself, or English for one that was stored when it still had mails. */
export function knownLanguage(locale: string): Language {
  return languages.find((language) => language === locale) ?? languages[0]
}

/** The language of mails that an Accept-Language header prefers. */
export function preferredLanguage(header: string | undefined): Language {
  return preferredAmong(languages, header)
}

export interface CertificateWording {
  words: CertificateTexts
  /** The BCP 47 tag for the words, the dates and the numbers. */
  locale: string
  direction: 'ltr' | 'rtl'
}

const rightToLeft = ['ar', 'he']

/**
 * The words of a certificate for a BCP 47 tag, and the tag that they are really in, so that dates
 * and words are never in two languages. Unknown and malformed tags get English.
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
