import { quote } from '../../reading/course-folder-error.ts'
import type { Notes } from '../../reading/notes.ts'

/** An entry of a SUMMARY.md. */
export interface Chapter {
  title: string
  /** The file as linked, percent signs decoded; null for a chapter that is only planned. */
  file: string | null
  line: number
  /** 0 for the first level of the list. */
  depth: number
  /** False for chapters before and after the list. */
  isNumbered: boolean
  /** The title of the part that it belongs to. */
  part: string | undefined
}

const entry = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/u
const link =
  /^\[((?:[^\][\\]|\\.|\[[^\][]{0,200}\]){0,500})\]\(\s*(?:<([^<>]{0,1000})>|((?:[^\s<>()]|\([^\s<>()]{0,200}\)){0,1000}))(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\)))?\s*\)/u

/** Reads the table of contents of a book; anything not understood is a mistake. */
export function readSummary(file: string, text: string, notes: Notes): Chapter[] {
  const chapters: Chapter[] = []
  const indents: number[] = []
  let part: string | undefined
  let hasTitle = false
  let isComment = false
  for (const [index, written] of text.split('\n').entries()) {
    const line = index + 1
    const refuse = (message: string) => notes.add({ file, line, message })
    const { words, goesOn } = withoutComments(written, isComment)
    isComment = goesOn
    if (words.trim() === '' || /^\s{0,3}(?:[-*_][ \t]*){3,}$/u.test(words)) continue

    const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/u.exec(words)
    if (heading !== null) {
      // The first heading is the title of the file; those of lower levels only decorate it.
      const isTitle = !hasTitle && chapters.length === 0
      hasTitle = true
      if (!isTitle && heading[1] === '#') part = heading[2]?.replace(/[ \t]#+$/u, '').trim()
      continue
    }
    const listed = entry.exec(words)
    const target = link.exec((listed?.[2] ?? words).trimStart())
    if (target === null) {
      if (listed === null && /^\s{2,}/u.test(words)) continue
      const shown = quote(words.trim())
      if (listed === null)
        notes.warnings.push({ file, line, message: `${shown} is no chapter: it is left out` })
      else refuse(`${shown} has no link: write - [Title](file.md), or - [Title]() for later`)
      continue
    }
    const place = listed === null ? undefined : depthOf(widthOf(listed[1] ?? ''), indents)
    chapters.push({
      title: target[1]?.trim() ?? '',
      file: decoded(target[2] ?? target[3] ?? '') || null,
      line,
      depth: place ?? 0,
      isNumbered: listed !== null,
      part,
    })
  }
  return chapters
}

/** Returns the level of an entry; `indents` are those of the entries around it. */
function depthOf(indent: number, indents: number[]): number {
  while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) indents.pop()
  indents.push(indent)
  return indents.length - 1
}

function widthOf(blanks: string): number {
  return blanks.replaceAll('\t', '    ').length
}

function decoded(target: string): string {
  const path = target.replace(/#.*$/u, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the words outside comments; a comment may continue on the next line. */
function withoutComments(line: string, isComment: boolean): { words: string; goesOn: boolean } {
  let words = ''
  let at = 0
  for (let isOpen = isComment; ; isOpen = !isOpen) {
    const end = line.indexOf(isOpen ? '-->' : '<!--', at)
    if (!isOpen) words += line.slice(at, end < 0 ? undefined : end)
    if (end < 0) return { words: words.trimEnd(), goesOn: isOpen }
    at = end + (isOpen ? 3 : 4)
  }
}
