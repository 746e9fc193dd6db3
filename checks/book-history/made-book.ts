import type { CourseFiles } from '../../books/reading/course-files.ts'
import { mistake } from '../../books/reading/course-folder-error.ts'

/** A page of a made book, identified by its number, whatever its path. */
export interface MadePage {
  id: number
  path: string
  paragraphs: string[]
  /** Numbers of listings, each included once. */
  listings: number[]
  picture: number | undefined
  minutes: number | undefined
}

/** A book in one state of its history. */
export interface MadeBook {
  pages: MadePage[]
  /** The author's record of moved pages: old path to new path. */
  redirects: Map<string, string>
  /** The state of each picture, by its number. */
  pictures: Map<number, number>
  /** A number for changes that no reader sees: the theme. */
  theme: number
}

export interface BookSize {
  pages: number
  includes: number
  /** How many levels of chapters there are. */
  levels: number
}

const words = (
  'rope knot loop turn end load bight hitch splice strand deck anchor mast sail wind harbor ' +
  'tide tie untie pull hold slip cross under over round twice tight slack wet dry long short'
).split(' ')

export type Random = () => number

/** Returns the same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick.')
  return item
}

export function paragraphOf(random: Random): string {
  return Array.from({ length: 60 }, () => pick(random, words)).join(' ')
}

/** Makes a book in which thirteen pages of a chapter share file names with those of all others. */
export function makeBook({ pages, includes, levels }: BookSize, random: Random): MadeBook {
  const made = Array.from({ length: pages }, (_, id): MadePage => {
    const [chapter, place] = [Math.floor(id / 13), id % 13]
    const depth = place === 0 ? 0 : 1 + (place % Math.max(1, levels - 1))
    const folders = ['', `chapter-${chapter}/`, `chapter-${chapter}/part-${place % 3}/`]
    const path = place === 0 ? `chapter-${chapter}` : `${folders[Math.min(depth, 2)]}page-${place}`
    return {
      id,
      path,
      paragraphs: Array.from({ length: 6 }, () => paragraphOf(random)),
      listings: [],
      picture: id % 5 === 0 ? id : undefined,
      minutes: id % 2 === 0 ? 5 + (id % 40) : undefined,
    }
  })
  for (let listing = 0; listing < includes; listing++) made[listing % pages]?.listings.push(listing)
  const pictures = new Map(
    made.flatMap(({ picture }) => (picture === undefined ? [] : [[picture, 0]])),
  )
  return { pages: made, redirects: new Map(), pictures, theme: 0 }
}

/** Returns the repository's files: the book lies in `book`, its listings beside it. */
export function filesOf({ pages, redirects, pictures, theme }: MadeBook): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const write = (name: string, text: string) => files.set(name, Buffer.from(text))
  const table = [...redirects].map(([from, to]) => `"/${from}.html" = "/${to}.html"`)
  write(
    'book/book.toml',
    `[book]\ntitle = "A made book"\nauthors = ["Ida Reef"]\n[output.html.redirect]\n${table.join('\n')}\n`,
  )
  write('book/theme/style.css', `/* ${theme} */`)
  write('book/src/SUMMARY.md', summaryOf(pages))
  for (const [number, state] of pictures)
    files.set(`book/src/img/${number}.png`, pictureOf(number, state))
  for (const page of pages) {
    write(`book/src/${page.path}.md`, textOf(page, pages))
    for (const listing of page.listings)
      write(
        `listings/${listing}.rs`,
        `// ANCHOR: here\nfn tie_${listing}() {}\n// ANCHOR_END: here\n`,
      )
  }
  return files
}

function summaryOf(pages: readonly MadePage[]): string {
  const lines = ['# Summary', '']
  for (const { path, id } of pages) {
    const depth = path.split('/').length - 1
    lines.push(`${'  '.repeat(depth)}- [Page ${id}](${path}.md)`)
  }
  return lines.join('\n')
}

function textOf(page: MadePage, pages: readonly MadePage[]): string {
  const up = '../'.repeat(page.path.split('/').length)
  const next = pages[(pages.indexOf(page) + 1) % pages.length] ?? page
  const front = page.minutes === undefined ? '' : `---\nminutes: ${page.minutes}\n---\n\n`
  const listings = page.listings.map(
    (listing) => `\`\`\`rust\n{{#rustdoc_include ${up}../listings/${listing}.rs:here}}\n\`\`\``,
  )
  const picture =
    page.picture === undefined ? [] : [`![A knot](${up.slice(3)}img/${page.picture}.png)`]
  const link = `[Next](${up.slice(3)}${next.path}.md)`
  const parts = [`# Page ${page.id}`, ...page.paragraphs, ...listings, ...picture, link]
  return `${front}${parts.join('\n\n')}\n`
}

/** Returns bytes that begin like a PNG and differ by number and state. */
function pictureOf(number: number, state: number): Buffer {
  const bytes = Buffer.alloc(2_000, `${number}.${state};`)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  return bytes
}

/** Serves files from memory. */
export function memoryFiles(files: ReadonlyMap<string, Buffer>): CourseFiles {
  const find = (name: string, { file, line }: { file: string; line: number }) => {
    const found = files.get(name)
    if (found === undefined) throw mistake(file, line, `there is no such file ${name}`)
    return found
  }
  return {
    labelOf: (name) => name,
    has: async (name) => files.has(name),
    read: async (name, { mention }) => find(name, mention),
    list: async () => [...files.keys()].sort(),
    open: async (name, mention) => {
      const bytes = find(name, mention)
      return {
        size: bytes.length,
        bytes: (async function* () {
          yield bytes
        })(),
      }
    },
  }
}
