import { findAmong, preferredAmong } from '../../../../lib/languages.ts'
import { writeDay } from '../../../../lib/written-facts.ts'
import { type BrandTexts, fillIn } from '../../../texts/brand.ts'
import { directionOf, type PageLanguage, pageLanguages, pageTextsIn } from '../../../texts/texts.ts'
import type { PageTexts } from '../../../texts/types.ts'

/** The texts and formats of a page, in the language of its reader. */
export interface Voice {
  language: PageLanguage
  direction: 'ltr' | 'rtl'
  /** The language that the reader chose on the page; links to other pages keep it. */
  chosen: PageLanguage | undefined
  texts: PageTexts
  /** Returns a text with its parts in `{…}` filled in. */
  fill: (text: keyof PageTexts, values: Record<string, string>) => string
  /** Formats a calendar day, such as 2026-11-21. */
  day: (day: string) => string
  /** Returns the address of another page, in the chosen language. */
  link: (address: string) => string
}

export interface Wishes {
  /** The parameter `lang`, unchecked. */
  chosen?: unknown
  acceptLanguage?: string | undefined
  /** Language for readers who name none, such as programs that make previews of links. */
  otherwise?: string | undefined
  /** Texts of the school, in place of Lyceum's. */
  own?: BrandTexts['pages'] | undefined
}

export function voiceFor({ chosen: wish, acceptLanguage, otherwise, own = {} }: Wishes): Voice {
  const chosen = typeof wish === 'string' ? findAmong(pageLanguages, wish) : undefined
  const language = chosen ?? preferredAmong(pageLanguages, acceptLanguage ?? otherwise)
  const texts = { ...pageTextsIn(language), ...own[language] }
  return {
    language,
    direction: directionOf(language),
    chosen,
    texts,
    fill: (text, values) => fillIn(texts[text], values),
    day: (day) => writeDay(day, language),
    link: (address) => (chosen === undefined ? address : `${address}?lang=${chosen}`),
  }
}
