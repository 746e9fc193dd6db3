import { syntaxTree } from '@codemirror/language'
import {
  EditorState,
  Facet,
  type Range as Placed,
  StateEffect,
  StateField,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { SyntaxNode, SyntaxNodeRef, Tree } from '@lezer/common'
import { loadFormulas } from '../../markdown/markdown.tsx'
import { type Html, toFragment } from '../../markdown/to-fragment.ts'
import { t } from '../../texts/texts.ts'
import { linesIn, partsOf, type Range } from './acts.ts'
import { withAddresses } from './addresses.ts'
import { element, Shown } from './shown.ts'
import { marks } from './tools.ts'

interface Page {
  /** Whether the Markdown itself is shown, with all of its marks. */
  isSource: boolean
  html: Html
  /** The address that a picture's path has now; undefined where there is none. */
  addressOf: (path: string) => string | undefined
  /** Asks for the text and the address of the link or picture at the cursor. */
  askForLink: () => void
}

/** What the page around the editor knows. */
export const page = Facet.define<Page, Page>({ combine: ([first]) => first as Page })

const setFocus = StateEffect.define<boolean>()
const hasFocus = StateField.define<boolean>({
  create: () => false,
  update: (before, { effects }) =>
    effects.reduce((now, effect) => (effect.is(setFocus) ? effect.value : now), before),
})

/** Where somebody is writing in a part: there it stands as it is written. */
function writtenIn(state: EditorState, { from, to }: Range): readonly Range[] {
  if (!state.field(hasFocus) || state.readOnly) return []
  return state.selection.ranges.filter((range) => range.from <= to && from <= range.to)
}
const isOpen = (state: EditorState, part: Range) =>
  state.facet(page).isSource || writtenIn(state, part).length > 0

const bullet = new Shown('•', () => element('span', 'cm-dim', '•'))
const ruler = new Shown('---', () => element('span', 'cm-ruler'))

function checkbox(state: EditorState, { from, to }: Range): Shown {
  const box = state.sliceDoc(from, to) === '[ ]' ? '☐' : '☑'
  return new Shown(box, () => element('span', '', box))
}

function picture(state: EditorState, node: SyntaxNode): Shown {
  const { text: alt, address: path } = partsOf(state, node)
  const { addressOf, askForLink } = state.facet(page)
  const address = /^https?:/i.test(path) ? path : addressOf(path)
  const asks = alt.trim() === '' && !state.readOnly
  return new Shown(`picture ${address} ${alt} ${asks}`, (view) => {
    if (address === undefined) return element('span', 'cm-aside', alt || path)
    const image = element('img', '') as HTMLImageElement
    Object.assign(image, { src: address, alt, onload: () => view.requestMeasure() })
    const frame = element('span', 'cm-picture', image)
    if (!asks) return frame
    const button = element('button', '', t('write.describe')) as HTMLButtonElement
    button.type = 'button'
    button.onclick = () => {
      view.dispatch({ selection: { anchor: view.posAtDOM(frame) + 1 } })
      askForLink()
    }
    frame.append(button)
    return frame
  })
}

function formula(state: EditorState, node: SyntaxNode): Shown {
  const text = state.sliceDoc(node.from, node.to)
  const isBlock = node.name === 'FormulaBlock'
  return new Shown(text, (view) => {
    const code = element('code', isBlock ? 'language-math-block' : 'language-math')
    code.textContent = text.replaceAll(/^\$+|\$+\s*$/g, '').trim()
    return withFormulas(element(isBlock ? 'div' : 'span', 'cm-formula', code), view)
  })
}

function withFormulas(frame: HTMLElement, view: EditorView): HTMLElement {
  const codes = frame.querySelectorAll<HTMLElement>('code[class*="language-math"]')
  const draw = () => loadFormulas().then(({ showFormulas }) => showFormulas(codes))
  const measure = () => view.requestMeasure()
  if (codes.length > 0) void draw().then(measure, measure)
  return frame
}

function table(state: EditorState, { from, to }: Range): Shown {
  const { html, addressOf } = state.facet(page)
  const text = withAddresses(state.sliceDoc(from, to), addressOf)
  return new Shown(`${html} ${text}`, (view) => {
    const rendering = { isInline: false, level: 2, isOfLearner: false, course: undefined }
    const shown = toFragment(text, { html, ...rendering }).querySelector('table')
    return withFormulas(element('div', 'markdown-table', shown ?? text), view)
  })
}

/** How a part of the syntax reads. */
interface Look {
  /** The element around its text. */
  tag?: Decoration
  /** The look of its lines. */
  lines?: Decoration
  /** What stands in its place, unless somebody writes there. */
  shown?: (state: EditorState, node: SyntaxNode) => Shown | undefined
  /** Of marks: where one has to write to see it; undefined where it is always seen. */
  seen?: (node: SyntaxNode, state: EditorState) => Range | undefined | null
}

const tag = (tagName: string) => ({ tag: Decoration.mark({ tagName }) })
const lines = (name: string) => ({ lines: Decoration.line({ class: name }) })
const parent = (...names: string[]): Look => ({
  seen: ({ parent }) => (parent && names.includes(parent.name) ? parent : undefined),
})
/** Where nothing says where a link leads, its marks are all that it has. */
const ofLink: Look = {
  seen: ({ parent }) => (parent?.name === 'Link' && parent.getChild('URL') ? parent : undefined),
}
const headings = [1, 2, 3, 4, 5, 6].map((level) => `ATXHeading${level}`)
const looksOf: Readonly<Record<string, Look>> = {
  ...Object.fromEntries(Object.values(marks).map((mark) => [mark.node, tag(mark.tag)])),
  Link: tag('a'),
  Autolink: tag('a'),
  Formula: { ...tag(marks.formula.tag), shown: formula },
  Image: { shown: picture },
  ...Object.fromEntries(
    headings.map((name, at) => [name, lines(`cm-heading cm-h${Math.max(2, at + 1)}`)]),
  ),
  SetextHeading1: lines('cm-heading cm-h2'),
  SetextHeading2: lines('cm-heading cm-h3'),
  Blockquote: lines('cm-quote'),
  FencedCode: lines('cm-program'),
  CodeBlock: lines('cm-program'),
  HTMLBlock: lines('cm-mono'),
  Table: { ...lines('cm-mono'), shown: table },
  FormulaBlock: { ...lines('cm-mono'), shown: formula },
  HorizontalRule: { shown: () => ruler, ...parent() },
  TaskMarker: { shown: checkbox },
  ListMark: {
    shown: (_state, { parent }) =>
      parent?.parent?.name === 'BulletList' && !parent.getChild('Task') ? bullet : undefined,
    seen: (node) => (node.parent?.getChild('Task') ? node : undefined),
  },
  EmphasisMark: parent(marks.bold.node, marks.italic.node),
  StrikethroughMark: parent(marks.strike.node),
  CodeMark: parent(marks.code.node),
  CodeInfo: parent(),
  FormulaMark: parent(),
  HeaderMark: parent(...headings),
  QuoteMark: { seen: ({ from }, { doc }) => doc.lineAt(from) },
  Escape: { seen: (node) => node },
  LinkMark: ofLink,
  URL: ofLink,
  LinkTitle: ofLink,
}
const hidden = Decoration.replace({})
const dim = Decoration.mark({ class: 'cm-dim' })
const indent = Decoration.mark({ class: 'cm-indent' })

function decorationsIn(state: EditorState, part: Range): Placed<Decoration>[] {
  const found: Placed<Decoration>[] = []
  const add = (look: Decoration, from: number, to = from) => found.push(look.range(from, to))

  function enter(ref: SyntaxNodeRef) {
    const { name, from, to } = ref
    const look = looksOf[name]
    if (look === undefined || from === to) return undefined
    const { node } = ref
    const widget = look.shown?.(state, node)
    const first = state.doc.lineAt(from)
    if (name === 'ListMark' && first.from < from) add(indent, first.from, from)
    const block = look.lines !== undefined
    // In a list or a quote, a block stays as it is written.
    if (widget && !isOpen(state, node) && !(block && node.parent?.parent)) {
      const [start, end] = block ? [first.from, state.doc.lineAt(to).to] : [from, to]
      add(Decoration.replace({ widget, block }), start, end)
      return false
    }
    if (widget && name === 'Image' && !state.facet(page).isSource)
      add(Decoration.widget({ widget, side: 1 }), to)
    if (look.tag) add(look.tag, from, to)
    if (look.lines) for (const line of linesIn(state, node)) add(look.lines, line.from)
    if (look.seen === undefined) return undefined
    const place = look.seen(node, state)
    if (!place || isOpen(state, place)) add(dim, from, to)
    else if (name === 'Escape') add(hidden, from, from + 1)
    else {
      const takesBlank = /^(?:Header|Quote|List)Mark$/.test(name)
      add(hidden, from, takesBlank && state.sliceDoc(to, to + 1) === ' ' ? to + 1 : to)
    }
    return undefined
  }
  syntaxTree(state).iterate({ ...part, enter })
  return found
}

interface Looks {
  set: DecorationSet
  /** By the syntax of a block, which stays while its text does: what it follows, what is written. */
  blocks: ReadonlyMap<Tree | null, { after: Tree | null; written: string }>
}

/** Reads only blocks and items that are not as they were: each key comes here. */
function looksAfter({ set, blocks: known }: Looks, state: EditorState): Looks {
  const { doc } = state
  const blocks = new Map(none.blocks)
  let [start, after, isStale] = [0, null as Tree | null, false]

  function take(tree: Tree | null, from: number, to: number): void {
    const before = known.get(tree)
    const ranges = writtenIn(state, { from, to })
    const written = ranges.map((r) => [Math.max(from, r.from) - from, Math.min(to, r.to) - from])
    // What stood before the first block may have taken a look of its line along.
    const now = { after, written: `${from === 0} ${written}` }
    const isKept = tree === null || before?.written === now.written
    isStale ||= !isKept || before?.after !== after
    blocks.set(tree, now)
    after = tree
    if (!isKept) return
    const part = { from: start, to: from - 1 }
    const old = { filterFrom: start, filterTo: part.to, filter: () => false, sort: true }
    if (isStale && start < from) set = set.update({ ...old, add: decorationsIn(state, part) })
    ;[start, isStale] = [to + 1, false]
  }
  syntaxTree(state).iterate({
    enter({ name, tree, from, to }) {
      if (name === 'Document' || name.endsWith('List')) return undefined
      take(tree, doc.lineAt(from).from, doc.lineAt(to).to)
      return false
    },
  })
  take(null, doc.length + 1, doc.length + 1)
  return { set, blocks }
}

const none: Looks = { set: Decoration.none, blocks: new Map() }
const decorations = StateField.define<Looks>({
  create: (state) => looksAfter(none, state),
  update({ set, blocks }, { changes, startState, state }) {
    const isSamePage = startState.facet(page) === state.facet(page)
    return looksAfter(isSamePage ? { set: set.map(changes), blocks } : none, state)
  },
  provide: (field) => EditorView.decorations.from(field, ({ set }) => set),
})

/** What is selected down to a line ends before its marks, which are not in sight yet. */
const beforeMarks = EditorState.transactionFilter.of((transaction) => {
  const { newSelection, newDoc, startState, docChanged, selection } = transaction
  const { head, anchor } = newSelection.main
  const { from } = newDoc.lineAt(head)
  const isReached = head > anchor && startState.selection.main.head < from
  if (docChanged || selection === undefined || !isReached) return transaction
  const isMarks = /^(?:>[ \t]?|#{1,6}[ \t])+$/.test(newDoc.sliceString(from, head))
  return isMarks ? [transaction, { selection: { anchor, head: from } }] : transaction
})

/** Shows Markdown as it reads, except where somebody writes; its bytes stay as they are. */
export const looks = [
  hasFocus,
  EditorView.focusChangeEffect.of((_state, focusing) => setFocus.of(focusing)),
  decorations,
  beforeMarks,
]
