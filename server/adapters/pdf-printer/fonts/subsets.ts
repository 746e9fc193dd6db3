import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../../../lib/single-flight.ts'
import {
  codePointsOf,
  isInRanges,
  readFontFile,
  readStyledEntries,
  readSubsetEntries,
  readWebfont,
  type SubsetEntry,
  wholeEntry,
} from './webfont-package.ts'

/** Fonts in one file, not cut by ranges: marks find their place on every letter. */
const wholeFonts = {
  'gentium-book-plus': {
    file: '400Regular/GentiumBookPlus_400Regular.ttf',
    unicodeRange:
      'U+0020-052F,U+1AB0-1ACE,U+1C80-1C8A,U+1D00-20CF,U+2100-214F,U+2C60-2C7F,U+2DE0-2E5D,' +
      'U+A640-A69F,U+A700-A7FF,U+AB30-AB6B,U+FB00-FB06',
  },
  'noto-sans-chakma': {
    file: '400Regular/NotoSansChakma_400Regular.ttf',
    unicodeRange: 'U+11100-1114F',
  },
} as const

/** Noto Serif SC with all characters of the Table of General Standard Chinese Characters. */
const sourceHan = { package: '@chinese-fonts/syst', folder: 'dist/SourceHanSerifCN' }

/** Families drawn in few weights, which their packages hold instead of a variable font. */
const staticWeights = {
  'noto-serif-myanmar': 500,
  'noto-sans-buginese': 400,
  'noto-sans-lepcha': 400,
  'noto-sans-limbu': 400,
  'noto-sans-miao': 400,
  'noto-sans-mongolian': 400,
  'noto-sans-newa': 400,
  'noto-sans-nko': 400,
  'noto-sans-osage': 400,
  'noto-sans-saurashtra': 400,
  'noto-sans-syloti-nagri': 400,
  'noto-sans-tai-le': 400,
  'noto-sans-tai-viet': 400,
  'noto-sans-tifinagh': 400,
  'noto-sans-vai': 400,
  'noto-sans-yi': 400,
} as const

/**
 * Families of all other scripts, and of Latin letters that the body font lacks, in order of
 * preference. Their packages hold variable fonts, which weigh a tenth of static ones; a PDF would
 * carry those as drawings, so each file is pinned to one weight before a page gets it.
 */
const families = [
  'gentium-book-plus',
  'noto-serif',
  'noto-naskh-arabic',
  'noto-serif-hebrew',
  'noto-serif-devanagari',
  'noto-serif-thai',
  'source-han-serif-cn',
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
  'noto-serif-myanmar',
  'noto-serif-oriya',
  'noto-serif-tibetan',
  'noto-sans-adlam',
  'noto-sans-balinese',
  'noto-sans-bamum',
  'noto-sans-buginese',
  'noto-sans-canadian-aboriginal',
  'noto-sans-chakma',
  'noto-sans-cham',
  'noto-sans-cherokee',
  'noto-sans-hanifi-rohingya',
  'noto-sans-javanese',
  'noto-sans-kayah-li',
  'noto-sans-lepcha',
  'noto-sans-limbu',
  'noto-sans-lisu',
  'noto-sans-meetei-mayek',
  'noto-sans-miao',
  'noto-sans-mongolian',
  'noto-sans-nag-mundari',
  'noto-sans-new-tai-lue',
  'noto-sans-newa',
  'noto-sans-nko',
  'noto-sans-ol-chiki',
  'noto-sans-osage',
  'noto-sans-saurashtra',
  'noto-sans-sundanese',
  'noto-sans-syloti-nagri',
  'noto-sans-syriac',
  'noto-sans-tai-le',
  'noto-sans-tai-tham',
  'noto-sans-tai-viet',
  'noto-sans-thaana',
  'noto-sans-tifinagh',
  'noto-sans-vai',
  'noto-sans-yi',
  'noto-emoji',
] as const

export type Family = (typeof families)[number]

const weight = 500

/**
 * Tables to remove, as every PDF would hold them: for vertical text, for screens, for choosing
 * among weights, and for shaping that Chromium does not do.
 */
const unneededTables = [
  ...['vhea', 'vmtx', 'VORG', 'STAT', 'gasp', 'prep', 'DSIG'],
  ...['Silf', 'Glat', 'Gloc', 'Feat', 'Sill'],
]

/** Subsets of families that the body font or the first family here does better. */
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

/** A file of a family, pinned to one weight. */
export interface FontSubset {
  name: string
  family: Family
  /** A static TrueType font. */
  font: Uint8Array
  codePoints: ReadonlySet<number>
}

/** Takes about six megabytes. */
const maxSubsets = 96

export function createSubsetFinder() {
  const entries = createSingleFlight<Family, SubsetEntry[]>({
    freshMilliseconds: Number.POSITIVE_INFINITY,
  })
  const subsets = new LRUCache<string, Promise<FontSubset>>({ max: maxSubsets })

  function load(family: Family, { slug }: SubsetEntry): Promise<FontSubset> {
    const name = slug === '' ? family : `${family}-${slug}`
    const known = subsets.get(name)
    if (known !== undefined) return known

    const loading = loadSubset(family, name)
    subsets.set(name, loading)
    loading.catch(() => subsets.delete(name))
    return loading
  }

  /**
   * Finds the first file, in the order of `preferred` and then of all families, that holds every
   * one of the code points.
   */
  return async (
    codePoints: readonly number[],
    preferred: readonly Family[],
  ): Promise<FontSubset | undefined> => {
    for (const family of new Set([...preferred, ...families])) {
      for (const entry of await entries.run(family, () => readEntries(family))) {
        if (!codePoints.every((codePoint) => isInRanges(entry.ranges, codePoint))) continue
        const subset = await load(family, entry)
        if (codePoints.every((codePoint) => subset.codePoints.has(codePoint))) return subset
      }
    }
    return undefined
  }
}

type WholeFont = keyof typeof wholeFonts
type StaticFamily = keyof typeof staticWeights

function isWhole(family: Family): family is WholeFont {
  return family in wholeFonts
}

function isStatic(family: Family): family is StaticFamily {
  return family in staticWeights
}

async function readEntries(family: Family): Promise<SubsetEntry[]> {
  if (isWhole(family)) return [wholeEntry(wholeFonts[family].unicodeRange)]
  if (family === 'source-han-serif-cn')
    return readStyledEntries(sourceHan.package, `${sourceHan.folder}/result.css`)
  const entries = await readSubsetEntries(packageOf(family))
  if (family === 'noto-serif') return entries
  // Filters entries: a family of one script also holds parts of others that it is not for.
  return entries.filter(({ slug }) =>
    family.startsWith('noto-sans-') ? family.endsWith(`-${slug}`) : !leftOut.has(slug),
  )
}

function packageOf(family: Family): string {
  return isStatic(family) ? `@fontsource/${family}` : `@fontsource-variable/${family}`
}

function readFont(family: Family, name: string): Promise<Buffer> {
  if (isWhole(family)) return readFontFile(`@expo-google-fonts/${family}`, wholeFonts[family].file)
  if (family === 'source-han-serif-cn')
    return readFontFile(sourceHan.package, `${sourceHan.folder}/${name.split('-').at(-1)}.woff2`)
  const weightInName = isStatic(family) ? staticWeights[family] : 'wght'
  return readWebfont(packageOf(family), `${name}-${weightInName}-normal`)
}

async function loadSubset(family: Family, name: string): Promise<FontSubset> {
  const { default: subsetFont } = await import('subset-font')
  const isVariable = !isWhole(family) && !isStatic(family)
  const font = await subsetFont(await readFont(family, name), undefined, {
    keepAllGlyphs: true,
    targetFormat: 'truetype',
    ...(isVariable && { variationAxes: { wght: weight } }),
    dropTables: unneededTables,
    noHinting: true,
  })
  return { name, family, font, codePoints: await codePointsOf(font) }
}
