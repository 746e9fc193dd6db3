import { createBodyCoverage } from './body-font.ts'
import { splitIntoRuns, type TextRuns } from './runs.ts'
import { createSubsetFinder } from './subsets.ts'

/** All fonts at hand. Reads each file when a text needs it for the first time. */
export interface Fonts {
  /** Chooses a font for every character of a text. `language` is a BCP 47 tag. */
  splitIntoRuns(text: string, language: string): Promise<TextRuns>
}

export function createFonts(): Fonts {
  const sources = { isInBodyFont: createBodyCoverage(), findSubset: createSubsetFinder() }
  return { splitIntoRuns: (text, language) => splitIntoRuns(text, language, sources) }
}
