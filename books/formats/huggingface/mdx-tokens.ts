import { verbatimSpansOf } from '../../../content/markdown/code-spans.ts'
import { createFences } from '../../../content/markdown/lines.ts'
import { MdxFault } from './mdx-literal.ts'
import { type MdxTag, readTag } from './mdx-tags.ts'

/** A piece of a page; all of them together are the page. */
export type MdxToken = { text: string; at: number } & (
  | { kind: 'text' | 'code' | 'dropped' }
  | { kind: 'tag'; tag: MdxTag }
  | { kind: 'if'; framework: string }
  | { kind: 'else'; framework: string | undefined }
  | { kind: 'end' }
)

interface Reader {
  text: string
  report(fault: MdxFault): void
  /** Marks that are never closed again: a page can be a megabyte of them. */
  unclosed: Set<string>
}

const moduleLine = /^(?:import|export)\s[^\n]{0,500}["'][^"'\n]{1,500}["'];?[ \t]*$/u
const special =
  /(`+)|<\/?(?:[A-Z][\w.]*|hfoptions?|frameworkcontent|pt|tf|jax)(?![\w-])|\[\[open-in-colab\]\]|\{#if(?!\w)|\{:else|\{\/if\}|\{\/\*/gu
const condition = /\{(?:#if|:else if)\s{1,5}fw\s{0,5}={2,3}\s{0,5}["'](\w{1,20})["']\s{0,5}\}/uy

/**
 * Divides a page into text, code, tags and the marks of `{#if fw === 'pt'}`. Reports and drops what
 * cannot be read.
 */
export function* tokensOf(text: string, report: (fault: MdxFault) => void): Generator<MdxToken> {
  const reader: Reader = { text, report, unclosed: new Set() }
  const fences = createFences()
  for (let at = 0; at < text.length; ) {
    const end = endOfLine(text, at)
    const line = text.slice(at, end)
    if (fences.read(line)) {
      yield { kind: 'code', text: line, at }
      at = end
    } else if (line.length < 1000 && moduleLine.test(line.trimEnd())) {
      yield { kind: 'dropped', text: line, at }
      at = end
    } else at = yield* tokensOfLine(reader, { at, lineEnd: end })
  }
}

/** Returns the offset after the line, and after a tag that begins on it and ends below. */
function* tokensOfLine(
  reader: Reader,
  { at, lineEnd }: { at: number; lineEnd: number },
): Generator<MdxToken, number> {
  const { text } = reader
  const line = text.slice(at, lineEnd)
  const spanEnds = new Map(verbatimSpansOf(line).map(({ start, end }) => [start, end]))
  const find = new RegExp(special)
  let done = 0
  for (let match = find.exec(line); match !== null; match = find.exec(line)) {
    const [mark, run] = match
    const { index } = match
    if (run !== undefined) {
      find.lastIndex = spanEnds.get(index) ?? index + run.length
      continue
    }
    const token = line[index - 1] === '\\' ? undefined : readToken(reader, at + index, mark)
    if (token === undefined) continue
    if (index > done) yield { kind: 'text', text: line.slice(done, index), at: at + done }
    yield token
    done = index + token.text.length
    // Text after a tag of several lines makes a line of its own.
    if (done >= line.length) return at + done
    find.lastIndex = done
  }
  yield { kind: 'text', text: line.slice(done), at: at + done }
  return lineEnd
}

function readToken(reader: Reader, at: number, mark: string): MdxToken {
  const { text } = reader
  if (mark === '{/*') return dropUpTo(reader, at, { mark, closing: '*/}' })
  if (mark === '[[open-in-colab]]') return { kind: 'dropped', text: mark, at }
  if (mark === '{/if}') return { kind: 'end', text: mark, at }
  try {
    if (mark.startsWith('{')) return readCondition(text, at, mark)
    const tag = readTag(text, at)
    return { kind: 'tag', text: text.slice(at, tag.end), at, tag }
  } catch (error) {
    if (!(error instanceof MdxFault)) throw error
    reader.report(error)
    return { kind: 'dropped', text: mark, at }
  }
}

function readCondition(text: string, at: number, mark: string): MdxToken {
  if (text.startsWith('{:else}', at))
    return { kind: 'else', framework: undefined, text: '{:else}', at }
  condition.lastIndex = at
  const [found, framework] = condition.exec(text) ?? []
  if (found === undefined || framework === undefined)
    throw new MdxFault(at, "this condition is not known: write one like {#if fw === 'pt'}")
  return { kind: mark === '{:else' ? 'else' : 'if', framework, text: found, at }
}

/** Drops only the mark of a comment that never ends. */
function dropUpTo(
  { text, unclosed }: Reader,
  at: number,
  { mark, closing }: { mark: string; closing: string },
): MdxToken {
  const end = unclosed.has(closing) ? -1 : text.indexOf(closing, at + mark.length)
  if (end < 0) unclosed.add(closing)
  const length = end < 0 ? mark.length : end + closing.length - at
  return { kind: 'dropped', text: text.slice(at, at + length), at }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}
