import { isolateHistory } from '@codemirror/commands'
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type TransactionSpec,
} from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { ownParagraphs } from './pending-files.ts'
import { treeOf } from './syntax.ts'

/** What a button or a line of the menu does: one step back undoes it. */
export interface Act {
  run: (state: EditorState) => TransactionSpec
  /** Whether it is so already: then it is undone. */
  isOn?: (state: EditorState) => boolean
}

export interface Range {
  from: number
  to: number
}

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
const blanks = '[ \\t]{0,3}'
const quotes = '(?:[ \\t]*>[ \\t]?)*[ \\t]*'
const item = '(?:[-*+]|\\d{1,9}[.)])[ \\t]+(?:\\[[ xX]\\][ \\t]+)?'
const beforeText = new RegExp(`^${quotes}(?:${item})?(?:#{1,6}[ \\t]+)?`)

export function linesIn(state: EditorState, { from, to }: Range) {
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
}

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

/** Something with marks, or that gets them; `drops` are the marks that it loses. */
interface Part extends Range {
  drops: Range[]
  isMarked: boolean
}

const programs = /^(?:FencedCode|CodeBlock|FormulaBlock|HTMLBlock)$/
/** What is marked as a whole: marks within code would be code, and in an address break it. */
const wholes = /^(?:InlineCode|Formula|Autolink|URL|HTMLTag)$/
const inlines = /^(?:(?:Strong)?Emphasis|Strikethrough|Link|Image)$/

/** Puts words between marks, or takes those away; what is marked in parts becomes so as a whole. */
export function inline(node: string, mark: string, tag: string) {
  // Code and formulas cannot hold their own mark, and these no code.
  const unfit = new RegExp({ $: '[$`]', '`': '`' }[mark] ?? '(?!)', 'g')
  const endsIn = new RegExp(`[${mark[0]}]*$`)
  const startsWith = new RegExp(`^[${mark[0]}]*`)

  function partOf(state: EditorState, piece: Range): Part {
    const part: Part = { ...piece, drops: [], isMarked: false }
    treeOf(state).iterate({
      ...piece,
      enter({ name, node: at, from, to }) {
        const isAround = from <= piece.from && piece.to <= to
        const isOwn = name === node
        // A half of what is bold would be torn.
        const isTaken = isOwn || wholes.test(name) || (!isAround && inlines.test(name))
        if (!isTaken || (!isAround && (to <= part.from || part.to <= from))) return
        const isInLink = name === 'URL' && at.parent?.getChild('LinkMark')
        const whole = (isInLink && at.parent) || at
        part.from = Math.min(part.from, whole.from)
        part.to = Math.max(part.to, whole.to)
        if (isOwn) part.drops.push(...marksOf(at))
        part.isMarked ||= isOwn && isAround
      },
    })
    return part.isMarked ? part : (besideOf(state, piece) ?? part)
  }

  /** With the marks right beside it, which may hold nothing yet. */
  function besideOf(state: EditorState, { from, to }: Range): Part | undefined {
    const lead = endsIn.exec(state.sliceDoc(Math.max(0, from - 3), from))?.[0] ?? ''
    const trail = startsWith.exec(state.sliceDoc(to, to + 3))?.[0] ?? ''
    const run = Math.min(lead.length, trail.length)
    // Of `***`, one is the italic and two are the bold.
    if (mark === '*' ? run % 2 === 0 : run < mark.length) return undefined
    const all = { from: from - mark.length, to: to + mark.length }
    return {
      ...all,
      drops: [
        { ...all, to: from },
        { ...all, from: to },
      ],
      isMarked: true,
    }
  }

  function found(state: EditorState) {
    const all = pieces(state)
      .filter((piece) => nodeAround(state, piece, programs) === undefined)
      .map((piece) => partOf(state, piece))
      .filter(({ from }, at, parts) => from !== parts[at - 1]?.from)
      .filter(({ from, to }) => state.doc.lineAt(from).to >= to)
    const isOn = all.length > 0 && all.every(({ isMarked }) => isMarked)
    const parts = all.filter(({ from, to, drops, isMarked }) => {
      const held = state.sliceDoc(from, to).match(unfit)?.length ?? 0
      return isMarked === isOn && (isMarked || held <= drops.length)
    })
    return { isOn, parts }
  }

  function run(state: EditorState): TransactionSpec {
    const { isOn, parts } = found(state)
    const [first, last] = [parts[0], parts.at(-1)]
    if (first === undefined || last === undefined) return {}
    const adds = parts.flatMap(({ from, to }) =>
      [from, to].map((at) => ({ from: at, insert: mark })),
    )
    const drops = parts.flatMap((part) => part.drops)
    const changes = state.changes(isOn ? drops : [...drops, ...adds])
    // The whole text stays selected: the same act again brings back what was.
    const length = isOn ? 0 : mark.length
    const from = changes.mapPos(first.from, -1) + length
    const to = changes.mapPos(last.to, 1) - length
    const { main } = state.selection
    const at = Math.min(to, Math.max(from, changes.mapPos(main.head, 1)))
    return step(state, changes, main.empty ? { from: at, to: at } : { from, to })
  }
  return { run, isOn: (state: EditorState) => found(state).isOn, node, tag }
}

const marksOf = ({ firstChild, lastChild }: SyntaxNode): Range[] =>
  [firstChild, lastChild].flatMap((mark) => (mark ? [{ from: mark.from, to: mark.to }] : []))

/**
 * Begins each line with a mark, in which a 1 counts; between `lead` and the text, `own` is what it
 * takes away the second time, and `others` what it takes the place of.
 */
function lines(mark: string, lead: string, own: string, others: string): Act {
  const isOwn = new RegExp(`^(${lead})(${own})`)
  const isOther = new RegExp(`^(${lead})(${others})?`)
  function chosen(state: EditorState) {
    const { main } = state.selection
    // What underlines a heading would become a rule, or underline another; a quote holds both.
    const heading = others === '' ? undefined : nodeAround(state, main, /^SetextHeading/)
    const underline = heading?.lastChild
    const all = linesIn(state, main).filter(({ to }) => !underline || to < underline.from)
    const written = all.filter(({ text }) => text.trim() !== '')
    const some = written.length > 0 ? written : all
    return { underline, some, isOn: some.every(({ text }) => isOwn.test(text)) }
  }
  function run(state: EditorState): TransactionSpec {
    const { some, underline, isOn } = chosen(state)
    const changes = some.map(({ from, text }, index) => {
      const [, before = '', old = ''] = (isOn ? isOwn : isOther).exec(text) ?? []
      const start = from + before.length
      const insert = isOn ? '' : mark.replace('1', String(index + 1))
      return { from: start, to: start + old.length, insert }
    })
    const rest = underline ? [{ from: underline.from - 1, to: underline.to }] : []
    return step(state, [...changes, ...rest])
  }
  return { run, isOn: (state) => chosen(state).isOn }
}

export const heading = (level: number) =>
  lines(`${'#'.repeat(level)} `, blanks, `#{${level}}[ \\t]+`, '#{1,6}(?:[ \\t]+|$)')
export const list = (mark: string, own: string) => lines(mark, quotes, `${own}[ \\t]+`, item)
export const quote = lines('> ', blanks, '>[ \\t]?', '')

interface Block {
  before: string
  body?: string
  after?: string
}

/** Makes a block of the lines that are chosen; else one of its own behind the one at the cursor. */
export function block(write: (taken: string) => Block, takes = true): Act {
  return {
    run(state) {
      const { main } = state.selection
      const [first, last] = [state.doc.lineAt(main.from), state.doc.lineAt(main.to)]
      const taken = takes && !main.empty ? state.sliceDoc(first.from, last.to) : ''
      const { before, body = '', after = '' } = write(taken)
      const text = before + body + after
      const { from, insert } =
        taken === '' ? ownParagraphs(state, main.to, text) : { from: first.from, insert: text }
      const start = from + insert.indexOf(text) + before.length
      const change = { from, to: taken === '' ? from : last.to, insert }
      return step(state, change, { from: start, to: start + (taken === '' ? body.length : 0) })
    },
  }
}

export function codeBlock(): Act {
  const around = (state: EditorState) => nodeAround(state, state.selection.main, /^FencedCode$/)
  const { run } = block((body) => {
    const longest = Math.max(2, ...(body.match(/`{3,}/g) ?? []).map(({ length }) => length))
    const fence = '`'.repeat(longest + 1)
    return { before: `${fence}\n`, body, after: `\n${fence}` }
  })
  return {
    isOn: (state) => around(state) !== undefined,
    run(state) {
      const node = around(state)
      if (node === undefined) return run(state)
      const [first, last] = node.getChildren('CodeMark').map(({ from }) => state.doc.lineAt(from))
      const from = Math.min((first?.to ?? 0) + 1, state.doc.length)
      return step(state, [
        { from: first?.from ?? 0, to: from },
        ...(last ? [{ from: Math.max(from, last.from - 1), to: last.to }] : []),
      ])
    },
  }
}

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
  if (node?.getChild('URL')) return { ...partsOf(state, node), at: node }
  return { text: state.sliceDoc(main.from, main.to), address: '', at: main }
}

/** The text and the address of a link or picture. */
export function partsOf(state: EditorState, node: SyntaxNode) {
  const [open, close] = node.getChildren('LinkMark')
  const url = node.getChild('URL')
  return {
    text: state.sliceDoc(open?.to ?? node.from, close?.from ?? node.to),
    address: url ? state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/, '$1') : '',
  }
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
