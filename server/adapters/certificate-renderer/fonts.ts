import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** A package of static webfonts in the layout of @fontsource. */
export interface FontPackage {
  name: string
  weights: readonly number[]
}

/** The fonts a certificate can be printed with, in order of preference. A further script is one more line here. */
export const fontPackages: readonly FontPackage[] = [{ name: '@fontsource/noto-sans', weights: [400, 700] }]

export interface FontLibrary {
  /** `@font-face` rules with the fonts inside, as data: addresses. */
  css: string
  /** Value for `font-family`. */
  stack: string
  faceCount: number
  ranges: readonly CodePointRange[]
}

export interface CodePointRange {
  first: number
  last: number
}

interface Subset {
  slug: string
  unicodeRange: string
}

const require = createRequire(import.meta.url)

/** Reads the fonts of the given packages into one style sheet. */
export async function loadFonts(packages: readonly FontPackage[] = fontPackages): Promise<FontLibrary> {
  const loaded = await Promise.all(packages.map(loadPackage))
  const faces = loaded.flatMap((font) => font.faces)
  return {
    css: faces.join('\n'),
    stack: [...loaded.map((font) => `'${font.family}'`), 'sans-serif'].join(', '),
    faceCount: faces.length,
    ranges: loaded.flatMap((font) => font.subsets.flatMap((subset) => parseUnicodeRange(subset.unicodeRange))),
  }
}

async function loadPackage({ name, weights }: FontPackage) {
  const { id, family } = JSON.parse(await readFile(require.resolve(`${name}/metadata.json`), 'utf8')) as { id: string; family: string }
  const unicode = JSON.parse(await readFile(require.resolve(`${name}/unicode.json`), 'utf8')) as Record<string, string>
  // The large families number their subsets: "[12]" in the table is "12" in the name of the file.
  const subsets = Object.entries(unicode).map(([key, unicodeRange]) => ({
    slug: key.replace(/[[\]]/gu, ''),
    unicodeRange,
  }))

  async function face({ slug, unicodeRange }: Subset, weight: number): Promise<string> {
    const font = await readFile(require.resolve(`${name}/files/${id}-${slug}-${weight}-normal.woff2`))
    const source = `url(data:font/woff2;base64,${font.toString('base64')}) format('woff2')`
    return `@font-face{font-family:'${family}';font-weight:${weight};src:${source};unicode-range:${unicodeRange}}`
  }
  return {
    family,
    subsets,
    faces: await Promise.all(subsets.flatMap((subset) => weights.map((weight) => face(subset, weight)))),
  }
}

function parseUnicodeRange(unicodeRange: string): CodePointRange[] {
  return unicodeRange.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/iu, '').split('-')
    return {
      first: Number.parseInt(first, 16),
      last: Number.parseInt(last, 16),
    }
  })
}
