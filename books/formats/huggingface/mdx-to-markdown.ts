import type { ForeignQuestion } from '../../questions/foreign-question.ts'
import {
  createFrameworkParts,
  type FrameworkParts,
  isPart,
  type PlacedMessage,
} from './framework-parts.ts'
import { MdxFault } from './mdx-literal.ts'
import type { MdxTag } from './mdx-tags.ts'
import { type MdxToken, tokensOf } from './mdx-tokens.ts'
import { createPageLines, type PageLines } from './page-lines.ts'
import { readQuestion } from './question.ts'

export interface MarkdownPage {
  text: string
  /** The line in the file of each line of the text. */
  lines: number[]
  /** Its YouTube video; undefined if the page does not begin with one. */
  video: string | undefined
  questions: ForeignQuestion[]
  faults: PlacedMessage[]
  warnings: PlacedMessage[]
}

interface Rendering {
  page: PageLines
  parts: FrameworkParts
  video: string | undefined
  questions: ForeignQuestion[]
  tips: number[]
  faults: PlacedMessage[]
  warnings: Map<string, PlacedMessage>
}

const maxFaults = 20
const maxNested = 20
const silent = new Set(['CourseFloatingBanner', 'DocNotebookDropdown', 'FrameworkSwitchCourse'])

/** Turns a page of MDX into Markdown, keeping one of the parts for several frameworks. */
export function mdxToMarkdown(text: string, framework: string): MarkdownPage {
  const rendering: Rendering = {
    page: createPageLines(),
    parts: createFrameworkParts(framework),
    video: undefined,
    questions: [],
    tips: [],
    faults: [],
    warnings: new Map(),
  }
  let line = 1
  const lineAt = (from: number, to: number) => line + text.slice(from, to).split('\n').length - 1
  let at = 0
  const report = (fault: MdxFault) =>
    rendering.faults.push({ line: lineAt(at, fault.at), message: fault.message })
  for (const token of tokensOf(text, report)) {
    line = lineAt(at, token.at)
    at = token.at
    try {
      render(rendering, token, line)
    } catch (error) {
      if (!(error instanceof MdxFault)) throw error
      report(error)
    }
    if (rendering.faults.length === maxFaults) break
  }
  reportUnclosed(rendering)
  const { questions, video, warnings } = rendering
  const faults = rendering.faults.toSorted((one, other) => one.line - other.line)
  return { ...rendering.page.finish(), video, questions, faults, warnings: [...warnings.values()] }
}

function render(rendering: Rendering, token: MdxToken, line: number): void {
  const { page, parts } = rendering
  const { at } = token
  if (token.kind === 'if' || token.kind === 'else' || token.kind === 'end') parts.turn(token, line)
  else if (token.kind === 'tag' && isPart(token.tag)) parts.turnPart(token.tag, { line, at })
  else if (parts.isHidden()) return
  else if (token.kind === 'tag') renderTag(rendering, token.tag, { line, at })
  else if (token.kind !== 'dropped') page.write(token.text, line, { isCode: token.kind === 'code' })
}

function renderTag(
  rendering: Rendering,
  tag: MdxTag,
  { line, at }: { line: number; at: number },
): void {
  const { page } = rendering
  const write = (text: string) => page.write(text, line, { isCode: false })
  switch (tag.name) {
    case 'Question':
      if (tag.kind === 'close') return
      rendering.questions.push({ ...page.cutPrompt(), ...readQuestion(tag, at) })
      return
    case 'Youtube':
      if (tag.kind !== 'close') showVideo(rendering, videoIdOf(tag, at), write)
      return
    case 'frameworkcontent':
      turnContent(rendering, tag, line)
      return
    case 'Tip':
      turnTip(rendering, tag, { line, at })
      return
  }
  if (silent.has(tag.name) || rendering.warnings.has(tag.name)) return
  rendering.warnings.set(tag.name, {
    line,
    message: `<${tag.name}> is not known: only its text is shown`,
  })
}

function turnContent({ parts, warnings }: Rendering, tag: MdxTag, line: number): void {
  const warning = parts.turnContent(tag, line)
  if (warning !== undefined) warnings.set(`content ${warning.line}`, warning)
}

function showVideo(rendering: Rendering, id: string, write: (text: string) => void): void {
  if (rendering.video === undefined && !rendering.page.hasText()) rendering.video = id
  else write(`[Video](${addressOfVideo(id)})`)
}

export function addressOfVideo(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`
}

function videoIdOf({ attributes }: MdxTag, at: number): string {
  const id = attributes.get('id')
  if (typeof id === 'string' && /^[\w-]{11}$/u.test(id)) return id
  throw new MdxFault(at, 'this is no id of a video: YouTube gives them eleven characters')
}

function turnTip(
  { page, tips }: Rendering,
  { kind, attributes }: MdxTag,
  { line, at }: { line: number; at: number },
): void {
  if (kind === 'close') {
    if (tips.pop() === undefined)
      throw new MdxFault(at, '</Tip> has no <Tip> before it: add it, or remove this')
    page.closeQuote()
  } else if (kind === 'open') {
    if (tips.length === maxNested)
      throw new MdxFault(at, 'these <Tip> are nested too deeply: make them simpler')
    tips.push(line)
    page.openQuote()
    if (attributes.get('warning') === true) page.write('**Warning:** ', line, { isCode: false })
  }
}

function reportUnclosed({ parts, tips, faults }: Rendering): void {
  faults.push(...parts.unclosed())
  for (const line of tips) faults.push({ line, message: 'this <Tip> has no </Tip>: add it' })
}
