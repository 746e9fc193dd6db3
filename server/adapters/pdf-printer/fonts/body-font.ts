import { shareCalls } from '../../../../lib/single-flight.ts'
import { codePointsOf, isInRanges, readSubsetEntries, readWebfont } from './webfont-package.ts'

/** Covers Latin, Greek and Cyrillic, by static webfonts that every page holds from its start. */
const body = {
  package: '@fontsource/eb-garamond',
  id: 'eb-garamond',
  faces: [
    { weight: 400, style: 'normal' },
    { weight: 500, style: 'normal' },
    { weight: 400, style: 'italic' },
  ],
} as const

export const bodyFamily = 'EB Garamond'

/** The style sheet that every page begins with. */
export interface BodyFont {
  /** `@font-face` rules with the fonts inside, as data: URLs. */
  css: string
  faceCount: number
}

export async function loadBodyFont(): Promise<BodyFont> {
  const entries = await readSubsetEntries(body.package)
  const rules = entries.flatMap(({ slug, unicodeRange }) =>
    body.faces.map(async ({ weight, style }) => {
      const font = await readFace(slug, weight, style)
      const source = `url(data:font/woff2;base64,${font.toString('base64')}) format('woff2')`
      return (
        `@font-face{font-family:'${bodyFamily}';font-weight:${weight};font-style:${style};` +
        `src:${source};unicode-range:${unicodeRange}}`
      )
    }),
  )
  return { css: (await Promise.all(rules)).join('\n'), faceCount: rules.length }
}

/**
 * Letters of most languages that the body font is for: it is known to hold them without a look into
 * its files.
 */
export const plainLetters =
  /^[\x20-\x7E\xA1-\xAC\xAE-\xB1\xB4-\xB8\xBA-\u024F\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u045F\u048A-\u04FF\u1E00-\u1EFF\u2013\u2014\u2018-\u201A\u201C-\u201E\u2026]*$/u

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Reads the files of the body font, once, when a text needs a look into them. */
export function createBodyCoverage(): (text: string) => Promise<boolean> {
  const readFiles = shareCalls(readBodyCoverage, { freshMilliseconds: Number.POSITIVE_INFINITY })

  /**
   * Whether the body font shows all of the text. It would misplace marks that make no letter of
   * their own, as in Yoruba Ẹ̀ and Guaraní G̃.
   */
  return async (text) => {
    if (plainLetters.test(text)) return true
    const files = await readFiles()
    return [...clusters.segment(text)].every(({ segment }) => {
      if (/\p{M}/u.test(segment)) return false
      const codePoints = [...segment].map((character) => character.codePointAt(0) ?? 0)
      return files.some((file) => codePoints.every((codePoint) => file.has(codePoint)))
    })
  }
}

/**
 * Returns the code points that all faces of each file hold. The ranges in the package's table
 * promise more, and the bolder face holds less.
 */
export async function readBodyCoverage(): Promise<ReadonlySet<number>[]> {
  const { default: subsetFont } = await import('subset-font')
  return Promise.all(
    (await readSubsetEntries(body.package)).map(async ({ slug, ranges }) => {
      const faces = await Promise.all(
        body.faces.map(async ({ weight, style }) =>
          codePointsOf(
            await subsetFont(await readFace(slug, weight, style), undefined, {
              keepAllGlyphs: true,
              targetFormat: 'truetype',
            }),
          ),
        ),
      )
      const [first = new Set<number>(), ...others] = faces
      const shared = [...first].filter((codePoint) => others.every((face) => face.has(codePoint)))
      return new Set(shared.filter((codePoint) => isInRanges(ranges, codePoint)))
    }),
  )
}

function readFace(slug: string, weight: number, style: string): Promise<Buffer> {
  return readWebfont(body.package, `${body.id}-${slug}-${weight}-${style}`)
}
