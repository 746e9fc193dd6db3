import { proseLines } from '../../../content/markdown/lines.ts'
import { quote } from '../../reading/course-folder-error.ts'
import {
  attributesOf,
  hasOpenAttributes,
  languageOf,
  plainFence,
  plainLine,
} from './episode-line.ts'
import { type BlockStyle, divMarkOf, styleOf } from './fenced-divs.ts'

export interface Episode {
  text: string
  /** The line in the file of each line of the text. */
  lines: number[]
  warnings: { line: number; message: string }[]
  /** Whether notes for instructors were left out. */
  hasInstructorNotes: boolean
}

/** Lists in the front matter of Jekyll episodes. */
export interface FrontLists {
  questions: readonly string[]
  objectives: readonly string[]
  keypoints: readonly string[]
}

interface Block {
  style: BlockStyle
  line: number
}

interface Rendering extends Episode {
  written: string[]
  blocks: Block[]
  quotes: number
  dropped: number
  /** The code block that is open or was last closed: where it begins and ends in `written`. */
  code: { mark: string; opening: number; closing: number | undefined } | undefined
}

const maxWarnings = 50
const plainBlock: BlockStyle = { kind: 'plain' }
const maxNested = 10
/** Bounds the attributes of one picture. */
const mostLines = 20

/** Turns the text of an episode, after its front matter, into plain Markdown. */
export function episodeToMarkdown(
  source: readonly string[],
  { firstLine, lists }: { firstLine: number; lists: FrontLists },
): Episode {
  const rendering: Rendering = {
    text: '',
    lines: [],
    warnings: [],
    hasInstructorNotes: false,
    written: [],
    blocks: [],
    quotes: 0,
    dropped: 0,
    code: undefined,
  }
  writeList(rendering, 'Questions', lists.questions, firstLine)
  writeList(rendering, 'Objectives', lists.objectives, firstLine)
  const prose = new Map(proseLines(source))
  for (let index = 0; index < source.length; index++) {
    const line = firstLine + index
    let text = source[index] ?? ''
    const isProse = prose.has(index)
    for (let joined = 0; joined < mostLines && isProse && hasOpenAttributes(text); joined++) {
      const next = prose.get(index + 1)
      if (next === undefined || next.trim() === '') break
      text += ` ${next.trim()}`
      index += 1
    }
    renderLine(rendering, text, { line, isProse })
  }
  for (const { line } of rendering.blocks)
    warn(rendering, line, 'this block has no closing ::: and reaches to the end: add one')
  rendering.blocks = []
  rendering.quotes = 0
  rendering.dropped = 0
  writeList(rendering, 'Key points', lists.keypoints, firstLine)
  const { lines, warnings, hasInstructorNotes } = rendering
  return { text: rendering.written.join('\n'), lines, warnings, hasInstructorNotes }
}

function renderLine(
  rendering: Rendering,
  text: string,
  { line, isProse }: { line: number; isProse: boolean },
): void {
  if (!isProse) {
    const opens = noteFence(rendering, text)
    write(rendering, opens ? plainFence(text) : text, line)
    return
  }
  const mark = divMarkOf(text)
  if (mark?.kind === 'open') open(rendering, mark.name, line)
  else if (mark?.kind === 'close') close(rendering, line)
  else if (attributesOf(text) !== undefined) takeAttributes(rendering, attributesOf(text) ?? '')
  else {
    const { text: plain, lost } = plainLine(text)
    if (lost !== undefined) warn(rendering, line, `${quote(lost)} is for Jekyll: it is left out`)
    write(rendering, plain, line)
  }
}

function open(rendering: Rendering, name: string, line: number): void {
  const style = fittingStyle(rendering, name, line)
  rendering.blocks.push({ style, line })
  writeBlank(rendering, line)
  if (style.kind === 'heading') write(rendering, `## ${style.title}`, line)
  if (style.kind === 'dropped') {
    rendering.dropped += 1
    rendering.hasInstructorNotes = true
  }
  if (style.kind !== 'quote') return
  rendering.quotes += 1
  if (style.label === undefined) return
  write(rendering, `**${style.label}**`, line)
  writeBlank(rendering, line)
}

function fittingStyle(rendering: Rendering, name: string, line: number): BlockStyle {
  const style = name === '' ? plainBlock : styleOf(name)
  if (rendering.blocks.length >= maxNested)
    warn(rendering, line, 'these blocks are nested too deeply: make them simpler')
  else if (style === undefined)
    warn(rendering, line, `the block ${name} is not known: its text is shown as it is`)
  else return style
  return plainBlock
}

function close(rendering: Rendering, line: number): void {
  const block = rendering.blocks.pop()
  if (block === undefined) {
    warn(rendering, line, 'this ::: closes nothing: remove it, or open a block before it')
    return
  }
  if (block.style.kind === 'quote') rendering.quotes -= 1
  if (block.style.kind === 'dropped') rendering.dropped -= 1
  writeBlank(rendering, line)
}

/** Whether a code block begins with the line about to be written. */
function noteFence(rendering: Rendering, text: string): boolean {
  const [, mark, rest = ''] = /^[ \t>]{0,20}(~{3,}|`{3,})(.*)$/u.exec(text) ?? []
  if (mark === undefined) return false
  const { code, written } = rendering
  if (code === undefined || code.closing !== undefined) {
    rendering.code = { mark, opening: written.length, closing: undefined }
    return true
  }
  if (mark.startsWith(code.mark) && rest.trim() === '') code.closing = written.length
  return false
}

/** Takes a code block's language from the attributes below it; others say how a site looks. */
function takeAttributes({ written, code }: Rendering, inside: string): void {
  const name = languageOf(inside)
  if (name === undefined || code?.closing !== written.length - 1) return
  const opening = written[code.opening]?.trimEnd() ?? ''
  if (opening.endsWith(code.mark)) written[code.opening] = opening + name
}

function writeList(
  rendering: Rendering,
  title: string,
  items: readonly string[],
  line: number,
): void {
  if (items.length === 0) return
  writeBlank(rendering, line)
  const listed = items.map((item) => `- ${plainLine(item.trim().replace(/\s*\n\s*/gu, ' ')).text}`)
  for (const text of [`## ${title}`, '', ...listed, '']) write(rendering, text, line)
}

function write({ written, lines, quotes, dropped }: Rendering, text: string, line: number): void {
  if (dropped > 0) return
  written.push(`${'> '.repeat(quotes)}${text}`.replace(/(?<=>) $/u, ''))
  lines.push(line)
}

/** Writes a blank line unless one is there already. */
function writeBlank(rendering: Rendering, line: number): void {
  if (/[^>\s]/u.test(rendering.written.at(-1) ?? '')) write(rendering, '', line)
}

function warn({ warnings }: Rendering, line: number, message: string): void {
  if (warnings.length < maxWarnings) warnings.push({ line, message })
}
