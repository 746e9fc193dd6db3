import { preferredAmong } from '../../../lib/languages.ts'
import { type PageLanguage, pageLanguages, pageTextsIn } from '../../../texts/texts.ts'
import type { PageTexts } from '../../../texts/types.ts'

/** The texts and formats of a page, in the language of its reader. */
export interface Voice {
  language: PageLanguage
  texts: PageTexts
  /** A text with its parts in `{…}` filled in. */
  fill: (text: keyof PageTexts, values: Record<string, string>) => string
  /** A calendar day, UTC. */
  day: (instant: string) => string
  duration: (minutes: number) => string
}

export function voiceFor(acceptLanguage: string | undefined): Voice {
  const language = preferredAmong(pageLanguages, acceptLanguage)
  const texts = pageTextsIn(language)
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const durations = new Intl.DurationFormat(language, { style: 'long' })
  return {
    language,
    texts,
    fill: (text, values) =>
      texts[text].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    day: (instant) => days.format(new Date(instant)),
    duration: (minutes) =>
      durations.format({ hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
  }
}
