import type { BodyFont } from '../fonts/fonts.ts'
import { type Drawn, mergeFonts } from '../fonts/merge-fonts.ts'
import { type Run, type SetText, setText } from '../fonts/runs.ts'
import { toDisplayText } from './display-text.ts'

/**
 * A kind of document with its look: the page without its texts, which of them may be long, and a
 * name that no other one has.
 */
export interface Paper {
  name: string
  /** Its styles but for the fonts stand in the element `look`. */
  build(font: BodyFont): string
  fitted: readonly FittedText[]
}

/**
 * A text that may be long: the first size at which it fits its box in no more than that many lines
 * is taken.
 */
export interface FittedText {
  id: string
  steps: readonly { sizeMm: number; lines: number }[]
}

/** Of every text on a page, in multiples of its size. */
export const lineHeight = 1.3

/** Everything that differs from one document to the next of its kind, as text and numbers. */
export interface PrintedDocument {
  paper: Paper
  documentTitle: string
  /** At the foot of each page of a paper that has several; in words of ours alone. */
  pageNote: string
  /** Language of the fixed words and the dates. */
  locale: string
  direction: 'ltr' | 'rtl'
  /**
   * The texts of the template's elements, by their id; what stands only `data-with` one that is not
   * there is hidden.
   */
  texts: Record<string, Run[]>
  /**
   * How many rows each of the template's tables has, by its id. Their cells are filled like other
   * elements: `lines.0.title`.
   */
  rows: Record<string, number>
  /** The fonts that the texts need beside the one of every page. */
  fonts: PageFont[]
  /** Characters that no font has. */
  uncovered: string[]
  /** By the id of the `svg` that shows it. */
  drawings: Record<string, Drawing>
}

/** A TrueType font under the name by which the runs of text ask for it. */
export interface PageFont {
  name: string
  font: Uint8Array
  /** Made for this document alone, not to be kept. */
  isOwn: boolean
}

/** One path, and what to say to those who do not see it. */
export interface Drawing {
  viewBox: string
  path: string
  label: string
}

/** Makes every text fit to be printed, and finds the fonts for all of them. */
export async function setTexts(
  texts: Record<string, string>,
  language: string,
): Promise<Pick<PrintedDocument, 'texts' | 'fonts' | 'uncovered'>> {
  const set = await Promise.all(
    Object.entries(texts).map(
      async ([id, text]) => [id, await setText(toDisplayText(text), language)] as const,
    ),
  )
  return {
    texts: Object.fromEntries(set.map(([id, { runs }]) => [id, runs])),
    fonts: fontsOf(set.map(([, text]) => text)),
    uncovered: set.flatMap(([, { uncovered }]) => uncovered),
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
    ...[...drawn].map(([name, characters]) => ({
      name,
      font: mergeFonts([...characters.values()]),
      isOwn: true,
    })),
  ]
}

/** The calendar day in UTC, in full. */
export function writeDate(at: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(at)
}
