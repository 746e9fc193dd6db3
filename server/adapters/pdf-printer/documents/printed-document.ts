import { toDisplayText } from '../../../../lib/display-text.ts'
import type { Fonts, Run } from '../fonts/runs.ts'
import type { FontSubset } from '../fonts/subsets.ts'
import type { Template } from './template.ts'

/** Everything that differs between documents of a kind, as text and numbers. */
export interface PrintedDocument {
  template: Template
  documentTitle: string
  /** Foot of each page of a document with several; never holds text from outside. */
  pageNote: string
  /** Language of the fixed words and the dates. */
  locale: string
  direction: 'ltr' | 'rtl'
  /** Texts of the template's elements, by id. Elements `data-with` a missing one are hidden. */
  texts: Record<string, Run[]>
  /** Number of rows in each table of the template. Ids of cells look like `lines.0.title`. */
  rows: Record<string, number>
  /** Fonts that the texts need beside the body font. */
  fonts: PageFont[]
  /** Characters that no font has. */
  uncovered: string[]
  /** URLs by the id of the linking element. */
  links?: Record<string, string>
  /** Texts for readers that show no pictures, by the id of the `img`. */
  alternatives?: Record<string, string>
  /** Drawings by the id of the `svg` that shows them. */
  drawings: Record<string, Drawing>
  /** Makes it a picture (PNG) instead of a PDF. */
  picture?: PictureSize
}

export interface PageSize {
  widthMm: number
  heightMm: number
}

/** The part of the page that the picture shows, from its upper left corner. */
export interface PictureSize extends PageSize {
  widthPixels: number
}

/** A TrueType font, under the name used by runs of text. */
export type PageFont = Pick<FontSubset, 'name' | 'font'>

/** A path, with the label for readers that do not show it. */
export interface Drawing {
  viewBox: string
  path: string
  label: string
}

/**
 * Makes texts printable, and finds the fonts for all of them. `written`: ids of numbers, which keep
 * the marks of direction that Arabic puts beside them.
 */
export async function prepareTexts(
  texts: Record<string, string>,
  language: string,
  fonts: Fonts,
  written: ReadonlySet<string> = new Set(),
): Promise<Pick<PrintedDocument, 'texts' | 'fonts' | 'uncovered'>> {
  const prepared = await Promise.all(
    Object.entries(texts).map(async ([id, text]) => {
      const shown = written.has(id) ? text : toDisplayText(text)
      return [id, await fonts.splitIntoRuns(shown, language)] as const
    }),
  )
  return {
    texts: Object.fromEntries(prepared.map(([id, { runs }]) => [id, runs])),
    fonts: [...new Set(prepared.flatMap(([, { subsets }]) => subsets))],
    uncovered: prepared.flatMap(([, { uncovered }]) => uncovered),
  }
}
