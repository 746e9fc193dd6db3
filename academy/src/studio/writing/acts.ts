import { isolateHistory } from '@codemirror/commands'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type TransactionSpec,
} from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { ownParagraphs } from './pending-files.ts'

/** What a button or a line of the menu does: one step back undoes it. */
export interface Act {
  run: (state: EditorState) => TransactionSpec
  /** Whether it is so already: then it is undone. */
  isOn?: (state: EditorState) => boolean
}

interface Range {
  from: number
  to: number
}

const parseMilliseconds = 100
const treeOf = (state: EditorState) =>
  ensureSyntaxTree(state, state.selection.main.to, parseMilliseconds) ?? syntaxTree(state)

/** The innermost node of a kind that holds all of a range. */
export function nodeAround(state: EditorState, { from, to }: Range, kind: RegExp) {
  const tree = treeOf(state)
  for (const side of [1, -1] as const)
    for (let node: SyntaxNode | null = tree.resolveInner(from, side); node; node = node.parent)
      if (kind.test(node.name) && node.from <= from && to <= node.to) return node
  return undefined
}

function step(state: EditorState, changes: ChangeSpec, selection?: Range): TransactionSpec {
  const set = state.changes(changes)
  const { anchor, head } = state.selection.main
  return {
    changes: set,
    selection: selection
      ? EditorSelection.range(selection.from, selection.to)
      : EditorSelection.range(set.mapPos(anchor, 1), set.mapPos(head, 1)),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.act',
    scrollIntoView: true,
  }
}

/** What stands before the text of a line: quotes, then a list, a task or a heading. */
const quotes = '(?:[ \\t]*>[ \\t]?)*[ \\t]*'
const item = '(?:[-*+]|\\d{1,9}[.)])[ \\t]+(?:\\[[ xX]\\][ \\t]+)?'
const beforeText = new RegExp(`^${quotes}(?:${item})?(?:#{1,6}[ \\t]+)?`)

/** The text of each line that is selected, without blanks around it; the word at a cursor. */
function pieces(state: EditorState): Range[] {
  const { main } = state.selection
  if (main.empty) return [state.wordAt(main.head) ?? main]
  return linesIn(state, main).flatMap(({ from, text }) => {
    const start = Math.max(main.from, from + (beforeText.exec(text)?.[0].length ?? 0))
    const picked = state.sliceDoc(start, Math.min(main.to, from + text.length))
    const lead = picked.length - picked.trimStart().length
    const length = picked.trim().length
    return length === 0 ? [] : [{ from: start + lead, to: start + lead + length }]
  })
}

function linesIn(state: EditorState, { from, to }: Range) {
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
}

/** The marks around a piece: right beside it, or those of the syntax. */
function marksAround(state: EditorState, piece: Range, kind: RegExp, mark: string) {
  const run = Math.min(
    runOf(mark, state.sliceDoc(Math.max(0, piece.from - 3), piece.from), -1),
    runOf(mark, state.sliceDoc(piece.to, piece.to + 3), 1),
  )
  // Of `***`, one is the italic and two are the bold.
  if (mark === '*' ? run % 2 === 1 : run >= mark.length)
    return [
      { from: piece.from - mark.length, to: piece.from },
      { from: piece.to, to: piece.to + mark.length },
    ]
  const node = nodeAround(state, piece, kind)
  const [first, last] = [node?.firstChild, node?.lastChild]
  if (!first || !last || first.from === last.from) return undefined
  return [first, last].map(({ from, to }) => ({ from, to }))
}

/** How often the letter of a mark stands at the end of a text, or at its start. */
function runOf([letter = '']: string, text: string, by: 1 | -1): number {
  let run = 0
  while (text.at(by === 1 ? run : -1 - run) === letter) run += 1
  return run
}

const programs = /^(?:FencedCode|CodeBlock|FormulaBlock|HTMLBlock)$/
const wholes = /^(?:InlineCode|Formula|Autolink|URL|HTMLTag)$/

function inline(kind: RegExp, mark: string): Act {
  const isVerbatim = mark === '`' || mark === '$'
  function found(state: EditorState) {
    const picked = pieces(state)
      .filter((piece) => nodeAround(state, piece, programs) === undefined)
      .map((piece) => {
        // Marks within code would be code.
        const whole = nodeAround(state, piece, wholes)
        return whole && !kind.test(whole.name) ? whole : piece
      })
    return (
      picked
        .filter(({ from }, at) => from !== picked[at - 1]?.from)
        .filter(({ from, to }) => state.doc.lineAt(from).to >= to)
        // Code and formulas cannot hold their own mark.
        .filter(({ from, to }) => !isVerbatim || !state.sliceDoc(from, to).includes(mark))
        .map((piece) => ({ piece, marks: marksAround(state, piece, kind, mark) }))
    )
  }
  const isOn = (state: EditorState) => {
    const all = found(state)
    return all.length > 0 && all.every(({ marks }) => marks !== undefined)
  }
  function run(state: EditorState): TransactionSpec {
    const on = isOn(state)
    const all = found(state).filter(({ marks }) => on || marks === undefined)
    const changes = state.changes(
      all.flatMap(({ piece, marks = [] }): ChangeSpec[] =>
        on ? marks : [piece.from, piece.to].map((from) => ({ from, insert: mark })),
      ),
    )
    const [first, last] = [all[0], all.at(-1)]
    if (first === undefined || last === undefined) return {}
    // The whole text stays selected: the same act again brings back what was.
    const from = (on && first.marks?.[0]?.to) || first.piece.from
    const to = (on && last.marks?.[1]?.from) || last.piece.to
    return step(state, changes, {
      from: changes.mapPos(from, 1),
      to: Math.max(changes.mapPos(from, 1), changes.mapPos(to, -1)),
    })
  }
  return { run, isOn }
}

/** Begins each line with a mark. `others` matches what it takes the place of. */
function lines(mark: (index: number) => string, own: RegExp, others: RegExp): Act {
  const isHeading = others === headings
  /** What underlines a heading would become a rule, or underline another. */
  const underlineIn = (state: EditorState) =>
    isHeading ? nodeAround(state, state.selection.main, /^SetextHeading/)?.lastChild : undefined
  function chosen(state: EditorState) {
    const underline = underlineIn(state)?.from ?? state.doc.length + 1
    const all = linesIn(state, state.selection.main).filter(({ to }) => to < underline)
    const written = all.filter(({ text }) => text.trim() !== '')
    return written.length > 0 ? written : all
  }
  const isOn = (state: EditorState) => chosen(state).every(({ text }) => own.test(text))
  function run(state: EditorState): TransactionSpec {
    const on = isOn(state)
    const changes = chosen(state).map(({ from, text }, index) => {
      const [, lead = '', old = ''] = (on ? own : others).exec(text) ?? []
      const start = from + lead.length
      return { from: start, to: start + old.length, insert: on ? '' : mark(index) }
    })
    const underline = underlineIn(state)
    const rest = underline ? [{ from: underline.from - 1, to: underline.to }] : []
    return step(state, [...changes, ...rest])
  }
  return { run, isOn }
}

const headings = /^([ \t]{0,3})(#{1,6}(?:[ \t]+|$))?/
const heading = (level: number) =>
  lines(() => `${'#'.repeat(level)} `, new RegExp(`^([ \\t]{0,3})(#{${level}}[ \\t]+)`), headings)
const items = new RegExp(`^(${quotes})(${item})?`)
const listOf = (own: string, mark: (index: number) => string) =>
  lines(mark, new RegExp(`^(${quotes})(${own})`), items)

interface Block {
  before: string
  body: string
  after: string
}

/** Makes a block of the lines that are chosen; else one of its own behind the one at the cursor. */
function block(write: (taken: string) => Block, takes = true): Act {
  return {
    run(state) {
      const { main } = state.selection
      const [first, last] = [state.doc.lineAt(main.from), state.doc.lineAt(main.to)]
      const taken = takes && !main.empty ? state.sliceDoc(first.from, last.to) : ''
      const { before, body, after } = write(taken)
      const text = before + body + after
      const { from, insert } =
        taken === '' ? ownParagraphs(state, main.to, text) : { from: first.from, insert: text }
      const start = from + insert.indexOf(text) + before.length
      const change = { from, to: taken === '' ? from : last.to, insert }
      return step(state, change, { from: start, to: start + (taken === '' ? body.length : 0) })
    },
  }
}

function codeBlock(): Act {
  const kind = /^FencedCode$/
  const around = (state: EditorState) => nodeAround(state, state.selection.main, kind)
  const { run } = block((text) => {
    const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length))
    const fence = '`'.repeat(longest + 1)
    return { before: `${fence}\n`, body: text, after: `\n${fence}` }
  })
  return {
    isOn: (state) => around(state) !== undefined,
    run(state) {
      const node = around(state)
      if (node === undefined) return run(state)
      const [first, last] = [state.doc.lineAt(node.from), state.doc.lineAt(node.to)]
      const isClosed = last.number > first.number && /^\s*(?:`{3,}|~{3,})\s*$/.test(last.text)
      return step(state, [
        { from: node.from, to: Math.min(first.to + 1, state.doc.length) },
        ...(isClosed && last.from - 1 > first.to ? [{ from: last.from - 1, to: last.to }] : []),
      ])
    },
  }
}

/** A quote with a title in bold, as readers show what books call a callout. */
export const callout = (title: string) =>
  block((text) => ({
    before: `> **${title}**\n>\n> `,
    body: text.replaceAll('\n', '\n> '),
    after: '',
  }))

/** A table whose first cell is chosen. */
export const table = (column: string) =>
  block(
    () => ({
      before: '| ',
      body: `${column} 1`,
      after: ` | ${column} 2 |\n| --- | --- |\n|  |  |\n|  |  |`,
    }),
    false,
  )

export const acts = {
  bold: inline(/^StrongEmphasis$/, '**'),
  italic: inline(/^Emphasis$/, '*'),
  strike: inline(/^Strikethrough$/, '~~'),
  code: inline(/^InlineCode$/, '`'),
  formula: inline(/^Formula$/, '$'),
  heading2: heading(2),
  heading3: heading(3),
  bullets: listOf('[-*+][ \\t]+(?!\\[[ xX]\\][ \\t])', () => '- '),
  numbers: listOf('\\d{1,9}[.)][ \\t]+', (index) => `${index + 1}. `),
  tasks: listOf('[-*+][ \\t]+\\[[ xX]\\][ \\t]+', () => '- [ ] '),
  quote: lines(() => '> ', /^([ \t]{0,3})(>[ \t]?)/, /^([ \t]{0,3})/),
  codeBlock: codeBlock(),
  formulaBlock: block((body) => ({ before: '$$\n', body, after: '\n$$' })),
  rule: block(() => ({ before: '---', body: '', after: '' }), false),
} satisfies Record<string, Act>

/** Puts text in the place of what is chosen. */
export function insertText(state: EditorState, text: string, at: Range = state.selection.main) {
  const end = at.from + text.length
  return step(state, { from: at.from, to: at.to, insert: text }, { from: end, to: end })
}

export interface Target {
  text: string
  address: string
  /** The link that it takes the place of, or what was chosen. */
  at: Range
}

/** The link or picture around the cursor, or what one would be made of. */
export function targetAt(state: EditorState): Target {
  const { main } = state.selection
  const node = nodeAround(state, main, /^(?:Link|Image)$/)
  const url = node?.getChild('URL')
  if (!node || !url) return { text: state.sliceDoc(main.from, main.to), address: '', at: main }
  const [, close] = node.getChildren('LinkMark')
  const text = state.sliceDoc(node.firstChild?.to ?? node.from, close?.from ?? node.to)
  return { text, address: state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/, '$1'), at: node }
}

/** A link, or a picture if `isPicture`, whatever its text and address hold. */
export function linkTo(text: string, address: string, isPicture = false): string {
  const target = /^[^\s()<>]+$/.test(address)
    ? address
    : `<${address.replaceAll(/[<>\n]/g, encodeURIComponent)}>`
  return `${isPicture ? '!' : ''}[${text}](${target})`
}

/** Text that stands for itself within brackets. */
export const plainText = (text: string) => text.replaceAll(/[[\]\\]/g, '\\$&')
