import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { FontTables } from './font-tables.ts'

/**
 * The letters of Latin, Greek and Cyrillic, in every page from its start: static webfonts in the
 * layout of @fontsource.
 */
const body = {
  package: '@fontsource/eb-garamond',
  id: 'eb-garamond',
  faces: [
    { weight: 400, style: 'normal' },
    { weight: 500, style: 'normal' },
    { weight: 400, style: 'italic' },
  ],
} as const

/**
 * What the first font is known to hold without looking into its files: the letters of most
 * languages that it is for.
 */
export const plainLetters =
  /^[\x20-\x7E\xA1-\xAC\xAE-\xB1\xB4-\xB8\xBA-\u024F\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u045F\u048A-\u04FF\u1E00-\u1EFF\u2013\u2014\u2018-\u201A\u201C-\u201E\u2026]*$/u

export const bodyFamily = 'EB Garamond'

/** The style sheet that every page begins with. */
export interface BodyFont {
  /** `@font-face` rules with the fonts inside, as data: addresses. */
  css: string
  faceCount: number
}

const require = createRequire(import.meta.url)

export async function loadBodyFont(): Promise<BodyFont> {
  const subsets = await readSubsets(body.package)
  const rules = subsets.flatMap(({ slug, unicodeRange }) =>
    body.faces.map(async ({ weight, style }) => {
      const font = await readFile(bodyFile(slug, weight, style))
      const source = `url(data:font/woff2;base64,${font.toString('base64')}) format('woff2')`
      return `@font-face{font-family:'${bodyFamily}';font-weight:${weight};font-style:${style};src:${source};unicode-range:${unicodeRange}}`
    }),
  )
  return { css: (await Promise.all(rules)).join('\n'), faceCount: rules.length }
}

/**
 * Whether the font of every page can show all of the text, marks in the same file as the letters
 * that they stand on.
 */
export async function isInBodyFont(text: string): Promise<boolean> {
  if (plainLetters.test(text)) return true
  bodyFiles ??= readBodyFiles()
  const files = await bodyFiles
  return [...clusters.segment(text)].every(({ segment }) => {
    const codePoints = [...segment].map((character) => character.codePointAt(0) ?? 0)
    return (
      simpleMark.test(segment) ||
      files.some((file) => codePoints.every((codePoint) => file.has(codePoint)))
    )
  })
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * As in Guaraní g̃: where letter and mark are in different files, the browser takes both from the
 * font that it came with.
 */
const simpleMark = /^[A-Za-z][\u0300\u0301\u0303\u0304\u0308\u0309\u0323]$/u

let bodyFiles: Promise<ReadonlySet<number>[]> | undefined

/**
 * For each file, the code points that all its faces hold. The ranges in the package's table promise
 * more, and the bolder face holds less.
 */
export async function readBodyFiles(): Promise<ReadonlySet<number>[]> {
  const { default: subsetFont } = await import('subset-font')
  return Promise.all(
    (await readSubsets(body.package)).map(async ({ slug, ranges }) => {
      const faces = await Promise.all(
        body.faces.map(async ({ weight, style }) => {
          const font = await readFile(bodyFile(slug, weight, style))
          return new FontTables(
            await subsetFont(font, undefined, { keepAllGlyphs: true, targetFormat: 'truetype' }),
          ).glyphs
        }),
      )
      const [first = new Map<number, number>(), ...others] = faces
      const shared = [...first.keys()].filter((codePoint) =>
        others.every((face) => face.has(codePoint)),
      )
      return new Set(
        shared.filter((codePoint) =>
          ranges.some(({ first, last }) => first <= codePoint && codePoint <= last),
        ),
      )
    }),
  )
}

function bodyFile(slug: string, weight: number, style: string): string {
  return require.resolve(`${body.package}/files/${body.id}-${slug}-${weight}-${style}.woff2`)
}

export interface Subset {
  /** As it stands in the name of its file. */
  slug: string
  unicodeRange: string
  ranges: readonly CodePointRange[]
}

export interface CodePointRange {
  first: number
  last: number
}

/** The files that a package of webfonts is cut into, and what each is for. */
export async function readSubsets(packageName: string): Promise<Subset[]> {
  const table = JSON.parse(
    await readFile(require.resolve(`${packageName}/unicode.json`), 'utf8'),
  ) as Record<string, string>
  return Object.entries(table).map(([key, unicodeRange]) => ({
    // The large families number their subsets: "[12]" in the table is "12" in the name of the file.
    slug: key.replace(/[[\]]/gu, ''),
    unicodeRange,
    ranges: parseUnicodeRange(unicodeRange),
  }))
}

function parseUnicodeRange(unicodeRange: string): CodePointRange[] {
  return unicodeRange.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/iu, '').split('-')
    return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) }
  })
}
