import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** One of the files that a package in the layout of @fontsource is cut into. */
export interface SubsetEntry {
  /** As in the name of its file. */
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
    // The large families number their subsets: "[12]" in the table is "12" in the name of the file.
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

/** The bytes of a WOFF2 file; `name` is the name of the file without its extension. */
export function readWebfont(packageName: string, name: string): Promise<Buffer> {
  return readFile(require.resolve(`${packageName}/files/${name}.woff2`))
}

export function isInRanges(ranges: readonly CodePointRange[], codePoint: number): boolean {
  return ranges.some(({ first, last }) => first <= codePoint && codePoint <= last)
}

/** The code points that a TrueType font has glyphs for. */
export async function codePointsOf(font: Uint8Array): Promise<ReadonlySet<number>> {
  // Most names need only the body font, whose letters are known.
  const { Blob, Face } = await import('harfbuzzjs')
  return new Set(new Face(new Blob(font)).collectUnicodes())
}

function parseUnicodeRange(unicodeRange: string): CodePointRange[] {
  return unicodeRange.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/iu, '').split('-')
    return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) }
  })
}
