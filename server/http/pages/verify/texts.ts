import { preferredAmong } from '../../../lib/languages.ts'
import { dutch } from './texts/dutch.ts'
import { english, type VerifyTexts } from './texts/english.ts'
import { french } from './texts/french.ts'
import { german } from './texts/german.ts'
import { italian } from './texts/italian.ts'
import { portuguese } from './texts/portuguese.ts'
import { spanish } from './texts/spanish.ts'

export const pageLanguages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'] as const
export type PageLanguage = (typeof pageLanguages)[number]

const catalogue: Record<PageLanguage, VerifyTexts> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
}

/** How a page speaks to its reader. */
export interface Voice {
  language: PageLanguage
  texts: VerifyTexts
  /** A text with its `{…}` filled in. */
  say: (text: keyof VerifyTexts, values: Record<string, string>) => string
  /** A calendar day, UTC. */
  day: (instant: string) => string
  duration: (minutes: number) => string
}

export function voiceFor(acceptLanguage: string | undefined): Voice {
  const language = preferredAmong(pageLanguages, acceptLanguage)
  const texts = catalogue[language]
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const durations = new Intl.DurationFormat(language, { style: 'long' })
  return {
    language,
    texts,
    say: (text, values) =>
      texts[text].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    day: (instant) => days.format(new Date(instant)),
    duration: (minutes) =>
      durations.format({ hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
  }
}
