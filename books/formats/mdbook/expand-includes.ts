import { posix } from 'node:path'
import {
  type CourseFiles,
  type Mention,
  maxTextBytes,
  readText,
} from '../../reading/course-files.ts'
import { mistake, quote } from '../../reading/course-folder-error.ts'
import type { Notes } from '../../reading/notes.ts'
import { createPresence } from '../../reading/presence.ts'
import type { PageQuestion } from '../../reading/types.ts'
import { type Excerpt, type Listing, listingOf, parseExcerpt, takeExcerpt } from './excerpt.ts'
import { readQuizToml } from './quiz-toml.ts'

const maxDepth = 10
const maxCharacters = 1_000_000
const maxIncludes = 10_000
const maxCachedCharacters = 50_000_000

const mark =
  /\\\{\{\s{0,9}#[^\n{}]{0,500}\}\}|\{\{\s{0,9}#([a-zA-Z0-9_]+)(?:\s{1,9}([^}\n]{1,500}))?\s{0,9}\}\}/gu

/** A text, and the places of its lines in the page's file. */
export interface ExpandedText {
  text: string
  lines: number[]
}

export interface Includes {
  /** Expands a text's includes, and moves the questions of quizzes out of it. */
  expand(name: string, text: string): Promise<ExpandedText & { questions: PageQuestion[] }>
  /** The files that pages included. */
  included: ReadonlySet<string>
}

/** One include within others. */
interface Place {
  /** The file that holds the text, from the root of the files. */
  name: string
  /** The line of the page. */
  mention: Mention
  /** The files and excerpts around it. */
  stack: readonly string[]
  /** Totals of what the page holds so far. */
  budget: { characters: number; includes: number; questions: PageQuestion[] }
}

/**
 * Resolves the includes of pages: `{{#include}}`, `{{#rustdoc_include}}`, `{{#playground}}`,
 * `{{#title}}`. Reads files of the whole repository, and none outside. Drops marks of what is
 * missing, with a warning; keeps those of unknown preprocessors.
 */
export function createIncludes(files: CourseFiles, notes: Notes): Includes {
  const included = new Set<string>()
  const readCached = cachedReader(files)
  const presenceOf = createPresence(files)

  async function expand(text: string, place: Place): Promise<string> {
    let expanded = ''
    let end = 0
    for (const found of text.matchAll(mark)) {
      expanded += text.slice(end, found.index) + (await replace(found, place))
      end = found.index + found[0].length
    }
    return expanded + text.slice(end)
  }

  async function replace(
    { 0: written, 1: kind = '', 2: value = '' }: RegExpExecArray,
    place: Place,
  ): Promise<string> {
    const { mention, budget } = place
    if (written.startsWith('\\')) return written.slice(1)
    if (kind === 'title') return ''
    if (kind === 'quiz') {
      const { path } = parseExcerpt(value.trim())
      const target = posix.join(posix.dirname(place.name), path)
      if ((await presenceOf(target)) === 'file') {
        const { lines } = await readCached(target, mention)
        budget.questions.push(...readQuizToml(lines, files.labelOf(target)))
        return ''
      }
    }
    if (!['include', 'rustdoc_include', 'playground', 'playpen'].includes(kind) || value === '')
      return written
    budget.includes += 1
    if (budget.includes > maxIncludes)
      throw mistake(mention.file, mention.line, `at most ${maxIncludes} includes are allowed`)
    const [reference = '', ...attributes] = value.trim().split(/\s+/u)
    const content = await include(reference, place, kind !== 'playground' && kind !== 'playpen')
    if (content === undefined) return ''
    budget.characters += content.length
    if (budget.characters > maxCharacters)
      throw mistake(
        mention.file,
        mention.line,
        `with its includes this page has more than ${maxCharacters} characters: divide it`,
      )
    if (kind !== 'playground' && kind !== 'playpen') return content
    return `\`\`\`${['rust', ...attributes].join(',')}\n${content}\n\`\`\``
  }

  /** Returns the text of an include; undefined, with a warning, if there is none. */
  async function include(
    reference: string,
    { name, mention, stack, budget }: Place,
    isNested: boolean,
  ): Promise<string | undefined> {
    const { path, excerpt } = parseExcerpt(reference)
    const target = path.startsWith('/') ? path : posix.join(posix.dirname(name), path)
    const warn = (message: string) => {
      notes.warnings.push({ ...mention, message })
      return undefined
    }
    if ((await presenceOf(target)) === 'missing')
      return warn(`dead include: there is no file ${quote(target)}; its mark is left out`)
    const id = `${target} ${JSON.stringify(excerpt)}`
    if (stack.includes(id))
      throw mistake(mention.file, mention.line, `${quote(target)} includes itself: remove one mark`)
    if (stack.length >= maxDepth)
      throw mistake(
        mention.file,
        mention.line,
        `${quote(target)} is the ${maxDepth + 1}th include inside another: include it directly`,
      )
    const lines = takeExcerpt(await readCached(target, mention), excerpt)
    if (lines === undefined)
      return warn(`dead include: ${faultOf(target, excerpt)}; its mark is left out`)
    included.add(target)
    const text = lines.join('\n')
    if (!isNested || !text.includes('{{')) return text
    return expand(text, { name: target, mention, stack: [...stack, id], budget })
  }

  const expandPage: Includes['expand'] = async (name, text) => {
    const expanded: string[] = []
    const lines: number[] = []
    const budget = { characters: 0, includes: 0, questions: [] }
    for (const [line, index] of wholeMarks(text.split('\n'))) {
      const mention = { file: files.labelOf(name), line: index + 1 }
      const content = line.includes('{{')
        ? await notes.attempt(() => expand(line, { name, mention, stack: [], budget }))
        : line
      for (const part of (content ?? line).split('\n')) {
        expanded.push(part)
        lines.push(index + 1)
      }
    }
    return { text: expanded.join('\n'), lines, questions: budget.questions }
  }
  return { expand: expandPage, included }
}

/** Says why there is nothing to include, and what to do. */
function faultOf(target: string, excerpt: Excerpt): string {
  const file = quote(target)
  if (excerpt.kind === 'anchor') {
    const mark = quote(`ANCHOR: ${excerpt.name}`)
    return `${file} has no anchor ${quote(excerpt.name)}: add ${mark} there, or correct the name`
  }
  const { first, last } = excerpt.kind === 'lines' ? excerpt : { first: 1, last: 1 }
  const lines =
    Number.isFinite(last) && last !== first ? `lines ${first} to ${last}` : `line ${first}`
  return `${file} has no ${lines}: correct the numbers`
}

const mostLines = 5

/** Yields the lines with their places; a mark that continues on the next lines makes one line. */
function* wholeMarks(lines: readonly string[]): Generator<[line: string, index: number]> {
  for (let index = 0; index < lines.length; index++) {
    const first = index
    let line = lines[index] ?? ''
    const start = line.lastIndexOf('{{#')
    if (start >= 0 && !line.includes('}}', start)) {
      const below = lines.slice(index + 1, index + mostLines)
      const end = below.findIndex((other) => /[{}]|^\s*$/u.test(other))
      if (end >= 0 && /^[^{}]*\}\}/u.test(below[end] ?? '')) {
        line = [line.trimEnd(), ...below.slice(0, end + 1).map((it) => it.trim())].join(' ')
        index += end + 1
      }
    }
    yield [line, first]
  }
}

/** Caches listings: several pages include them. */
function cachedReader(files: CourseFiles): (name: string, mention: Mention) => Promise<Listing> {
  const texts = new Map<string, Listing>()
  let characters = 0
  return async (name, mention) => {
    const known = texts.get(name)
    if (known !== undefined) return known
    const text = await readText(files, name, { maxBytes: maxTextBytes, mention })
    characters += text.length
    if (characters > maxCachedCharacters) {
      texts.clear()
      characters = text.length
    }
    const listing = listingOf(text)
    texts.set(name, listing)
    return listing
  }
}
