import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** One of the files into which a package in the layout of @fontsource is cut. */
export interface SubsetEntry {
  /** Name as in that of its file. */
  slug: string
  unicodeRange: string
  ranges: readonly CodePointRange[]
}

export interface CodePointRange {
  first: number
  last: number
}

export async function readSubsetEntries(packageName: string): Promise<SubsetEntry[]> {
  const table = JSON.parse(
    await readFile(require.resolve(`${packageName}/unicode.json`), 'utf8'),
  ) as Record<string, string>
  return Object.entries(table).map(([key, unicodeRange]) => ({
    // Strips brackets: large families number subsets as "[12]" in tables, as "12" in file names.
    slug: key.replace(/[[\]]/gu, ''),
    unicodeRange,
    ranges: parseUnicodeRange(unicodeRange),
  }))
}

/** Reads a package in the layout of @chinese-fonts, whose style sheet names the files. */
export async function readStyledEntries(
  packageName: string,
  sheet: string,
): Promise<SubsetEntry[]> {
  const css = await readFile(require.resolve(`${packageName}/${sheet}`), 'utf8')
  const faces = css.matchAll(/url\("\.\/([\da-f]+)\.woff2"\)[^}]*unicode-range:([^;}]+)/gu)
  return Array.from(faces, ([, slug = '', unicodeRange = '']) => ({
    slug,
    unicodeRange,
    ranges: parseUnicodeRange(unicodeRange),
  }))
}

/** Describes a font that is in one file. */
export function wholeEntry(unicodeRange: string): SubsetEntry {
  return { slug: '', unicodeRange, ranges: parseUnicodeRange(unicodeRange) }
}

export function readFontFile(packageName: string, file: string): Promise<Buffer> {
  return readFile(require.resolve(`${packageName}/${file}`))
}

/** Reads a WOFF2 file; `name` is the file name without its extension. */
export function readWebfont(packageName: string, name: string): Promise<Buffer> {
  return readFile(require.resolve(`${packageName}/files/${name}.woff2`))
}

export function isInRanges(ranges: readonly CodePointRange[], codePoint: number): boolean {
  return ranges.some(({ first, last }) => first <= codePoint && codePoint <= last)
}

/** Returns the code points that a TrueType font has glyphs for. */
export async function codePointsOf(font: Uint8Array): Promise<ReadonlySet<number>> {
  // Loads it late: most names need only the body font, whose letters are known.
  const { Blob, Face } = await import('harfbuzzjs')
  return new Set(new Face(new Blob(font)).collectUnicodes())
}

function parseUnicodeRange(unicodeRange: string): CodePointRange[] {
  return unicodeRange.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/iu, '').split('-')
    return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) }
  })
}
