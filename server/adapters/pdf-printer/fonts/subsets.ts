import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { FontTables } from './font-tables.ts'
import { readSubsets, type Subset } from './fonts.ts'

/**
 * The families of all other scripts, and of letters of Latin that the first font lacks, in order of
 * preference. Their packages hold variable fonts, which weigh a tenth of static ones; a PDF would
 * carry those as drawings, so each file is pinned to one weight before a page gets it.
 */
const families = [
  'noto-serif',
  'noto-naskh-arabic',
  'noto-serif-hebrew',
  'noto-serif-devanagari',
  'noto-serif-thai',
  'noto-serif-sc',
  'noto-serif-tc',
  'noto-serif-jp',
  'noto-serif-kr',
  'noto-serif-armenian',
  'noto-serif-georgian',
  'noto-serif-bengali',
  'noto-serif-tamil',
  'noto-serif-telugu',
  'noto-serif-gujarati',
  'noto-serif-gurmukhi',
  'noto-serif-kannada',
  'noto-serif-malayalam',
  'noto-serif-sinhala',
  'noto-serif-khmer',
  'noto-serif-lao',
  'noto-serif-ethiopic',
  'noto-emoji',
] as const

export type Family = (typeof families)[number]

const weight = 500

/** Subsets that every family has, and the font of every page or the first of these does better. */
const leftOut = new Set([
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
  'math',
  'symbols',
])

/** One file of a family, pinned. */
export interface Slice {
  name: string
  family: Family
  /** A static TrueType font. */
  font: Uint8Array
  tables: FontTables
}

const require = createRequire(import.meta.url)
const tables = new Map<Family, Promise<Subset[]>>()
const slices = new Map<string, Promise<Slice>>()

/** As many as would fill about six megabytes. */
const keptSlices = 96

/**
 * The first file, in the order of `preferred` and then of all families, that holds every one of the
 * code points.
 */
export async function findSlice(
  codePoints: readonly number[],
  preferred: readonly Family[],
): Promise<Slice | undefined> {
  for (const family of new Set([...preferred, ...families])) {
    for (const subset of await subsetsOf(family)) {
      if (!codePoints.every((codePoint) => isIn(subset, codePoint))) continue
      const slice = await loadSlice(family, subset)
      if (codePoints.every((codePoint) => slice.tables.glyphs.has(codePoint))) return slice
    }
  }
  return undefined
}

function isIn({ ranges }: Subset, codePoint: number): boolean {
  return ranges.some(({ first, last }) => first <= codePoint && codePoint <= last)
}

function subsetsOf(family: Family): Promise<Subset[]> {
  let table = tables.get(family)
  if (table === undefined) {
    table = readSubsets(`@fontsource-variable/${family}`).then((subsets) =>
      subsets.filter(({ slug }) => family === 'noto-serif' || !leftOut.has(slug)),
    )
    tables.set(family, table)
  }
  return table
}

function loadSlice(family: Family, { slug }: Subset): Promise<Slice> {
  const name = `${family}-${slug}`
  const loading =
    slices.get(name) ??
    pin({
      name,
      family,
      file: require.resolve(`@fontsource-variable/${family}/files/${name}-wght-normal.woff2`),
    })
  // The one that was used last goes to the end, the one at the front is forgotten first.
  slices.delete(name)
  slices.set(name, loading)
  const [oldest] = slices.keys()
  if (slices.size > keptSlices && oldest !== undefined) slices.delete(oldest)
  return loading
}

async function pin({
  name,
  family,
  file,
}: {
  name: string
  family: Family
  file: string
}): Promise<Slice> {
  const { default: subsetFont } = await import('subset-font')
  const font = await subsetFont(await readFile(file), undefined, {
    keepAllGlyphs: true,
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    // Every one would be in every PDF; they are for vertical text, screens and choosing among
    // weights.
    dropTables: ['vhea', 'vmtx', 'VORG', 'STAT', 'gasp', 'prep', 'DSIG'],
    noHinting: true,
  })
  return { name, family, font, tables: new FontTables(font) }
}
