import { LRUCache } from 'lru-cache'
import {
  codePointsOf,
  isInRanges,
  readSubsetEntries,
  readWebfont,
  type SubsetEntry,
} from './webfont-package.ts'

/**
 * The families of all other scripts, and of Latin letters that the body font lacks, in order of
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

/** Subsets of every family that the body font or the first family here does better. */
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

/** One file of a family, pinned to one weight. */
export interface FontSubset {
  name: string
  family: Family
  /** A static TrueType font. */
  font: Uint8Array
  codePoints: ReadonlySet<number>
}

/**
 * Finds the first file, in the order of `preferred` and then of all families, that holds every one
 * of the code points.
 */
export type FindSubset = (
  codePoints: readonly number[],
  preferred: readonly Family[],
) => Promise<FontSubset | undefined>

/** About six megabytes. */
const maxSubsets = 96

export function createSubsetFinder(): FindSubset {
  const entries = new Map<Family, Promise<SubsetEntry[]>>()
  const subsets = new LRUCache<string, Promise<FontSubset>>({ max: maxSubsets })

  function entriesOf(family: Family): Promise<SubsetEntry[]> {
    const known = entries.get(family)
    if (known !== undefined) return known

    const reading = readSubsetEntries(packageOf(family)).then((all) =>
      all.filter(({ slug }) => family === 'noto-serif' || !leftOut.has(slug)),
    )
    entries.set(family, reading)
    reading.catch(() => entries.delete(family))
    return reading
  }

  function load(family: Family, { slug }: SubsetEntry): Promise<FontSubset> {
    const name = `${family}-${slug}`
    const known = subsets.get(name)
    if (known !== undefined) return known

    const loading = loadSubset(family, name)
    subsets.set(name, loading)
    loading.catch(() => subsets.delete(name))
    return loading
  }

  return async (codePoints, preferred) => {
    for (const family of new Set([...preferred, ...families])) {
      for (const entry of await entriesOf(family)) {
        if (!codePoints.every((codePoint) => isInRanges(entry.ranges, codePoint))) continue
        const subset = await load(family, entry)
        if (codePoints.every((codePoint) => subset.codePoints.has(codePoint))) return subset
      }
    }
    return undefined
  }
}

function packageOf(family: Family): string {
  return `@fontsource-variable/${family}`
}

async function loadSubset(family: Family, name: string): Promise<FontSubset> {
  const { default: subsetFont } = await import('subset-font')
  const variable = await readWebfont(packageOf(family), `${name}-wght-normal`)
  const font = await subsetFont(variable, undefined, {
    keepAllGlyphs: true,
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    // Every one would be in every PDF; they are for vertical text, screens and choosing among
    // weights.
    dropTables: ['vhea', 'vmtx', 'VORG', 'STAT', 'gasp', 'prep', 'DSIG'],
    noHinting: true,
  })
  return { name, family, font, codePoints: await codePointsOf(font) }
}
