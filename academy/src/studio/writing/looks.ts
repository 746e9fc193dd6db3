import { syntaxTree } from '@codemirror/language'
import { EditorState, Facet, type Range, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common'
import { loadFormulas } from '../../markdown/markdown.tsx'
import { type Html, toFragment } from '../../markdown/to-fragment.ts'
import { t } from '../../texts/texts.ts'
import { withAddresses } from './addresses.ts'

interface Page {
  html: Html
  /** The address that a picture's path has now; undefined where there is none. */
  addressOf: (path: string) => string | undefined
  /** Asks what a picture shows. */
  describe?: (view: EditorView, at: number) => void
}

/** What the page around the editor knows. */
export const page = Facet.define<Page, Page>({
  combine: ([first]) => first ?? { html: 'none', addressOf: () => undefined },
})

const setFocus = StateEffect.define<boolean>()
const hasFocus = StateField.define<boolean>({
  create: () => false,
  update: (before, { effects }) =>
    effects.reduce((now, effect) => (effect.is(setFocus) ? effect.value : now), before),
})

/** Whether somebody is writing there: then it stands as it is written. */
function isOpen(state: EditorState, { from, to }: { from: number; to: number }): boolean {
  if (!state.field(hasFocus) || state.readOnly) return false
  return state.selection.ranges.some((range) => range.from <= to && from <= range.to)
}

/** Something that stands in the place of what is written. */
class Shown extends WidgetType {
  readonly written: string
  readonly draw: (view: EditorView) => HTMLElement
  constructor(written: string, draw: (view: EditorView) => HTMLElement) {
    super()
    this.written = written
    this.draw = draw
  }
  override eq({ written }: Shown): boolean {
    return written === this.written
  }
  override toDOM(view: EditorView): HTMLElement {
    return this.draw(view)
  }
  // A click moves the cursor there, which shows what is written.
  override ignoreEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button, input') !== null
  }
}

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

const bullet = new Shown('•', () => element('span', 'cm-bullet', '•'))

function checkbox(text: string): Shown {
  return new Shown(`task ${text}`, (view) => {
    const box = document.createElement('input')
    Object.assign(box, { type: 'checkbox', checked: text !== '[ ]', tabIndex: -1 })
    box.disabled = view.state.readOnly
    box.ariaLabel = t(box.checked ? 'markdown.done' : 'markdown.open')
    box.onclick = () => {
      const line = view.state.doc.lineAt(view.posAtDOM(box))
      const from = line.from + line.text.indexOf(text)
      const insert = text === '[ ]' ? '[x]' : '[ ]'
      view.dispatch({ changes: { from, to: from + text.length, insert }, userEvent: 'input.act' })
    }
    return box
  })
}

function picture(state: EditorState, node: SyntaxNode): Shown {
  const url = node.getChild('URL')
  const path = url ? state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/, '$1') : ''
  const [open, close] = node.getChildren('LinkMark')
  const alt = state.sliceDoc(open?.to ?? node.from, close?.from ?? node.from)
  const { addressOf, describe } = state.facet(page)
  const address = /^https?:/i.test(path) ? path : addressOf(path)
  const asks = alt.trim() === '' && !state.readOnly && describe !== undefined
  return new Shown(`picture ${address} ${alt} ${asks}`, (view) => {
    if (address === undefined) return element('span', 'cm-lost', `🖼 ${alt || path}`)
    const image = element('img', '') as HTMLImageElement
    Object.assign(image, { src: address, alt })
    image.onload = () => view.requestMeasure()
    const frame = element('span', 'cm-picture', image)
    if (!asks) return frame
    const button = element('button', '', t('write.describe')) as HTMLButtonElement
    button.type = 'button'
    button.onclick = () => describe(view, view.posAtDOM(frame))
    frame.append(button)
    return frame
  })
}

function formula(tex: string, isBlock: boolean): Shown {
  return new Shown(`formula ${tex}`, (view) => {
    const code = element('code', isBlock ? 'language-math-block' : 'language-math', tex)
    const frame = element(isBlock ? 'div' : 'span', 'cm-formula', code)
    void drawFormulas(frame, view)
    return frame
  })
}

async function drawFormulas(frame: HTMLElement, view: EditorView): Promise<void> {
  const codes = frame.querySelectorAll<HTMLElement>('code[class*="language-math"]')
  if (codes.length === 0) return
  const formulas = await loadFormulas().catch(() => undefined)
  await formulas?.showFormulas(codes)
  view.requestMeasure()
}

function table(text: string, { html, addressOf }: Page): Shown {
  return new Shown(`table ${html} ${text}`, (view) => {
    const fixed = withAddresses(text, addressOf)
    const rendering = { isInline: false, level: 2, isOfLearner: false, course: undefined }
    const shown = toFragment(fixed, { html, ...rendering }).querySelector('table')
    const frame = element('div', 'cm-table', shown ?? text)
    void drawFormulas(frame, view)
    return frame
  })
}

const hidden = Decoration.replace({})
const dim = Decoration.mark({ class: 'cm-dim' })
const lineOf = (name: string) => Decoration.line({ class: name })
const marks: Record<string, Decoration> = {
  InlineCode: Decoration.mark({ class: 'cm-code' }),
  Link: Decoration.mark({ class: 'cm-link' }),
  Autolink: Decoration.mark({ class: 'cm-link' }),
}
const lineLooks: Record<string, Decoration> = {
  Blockquote: lineOf('cm-quote'),
  FencedCode: lineOf('cm-program'),
  CodeBlock: lineOf('cm-program'),
  Table: lineOf('cm-source'),
  FormulaBlock: lineOf('cm-source'),
  HTMLBlock: lineOf('cm-source'),
  SetextHeading1: lineOf('cm-h2'),
  SetextHeading2: lineOf('cm-h3'),
}
for (let level = 1; level <= 6; level += 1)
  lineLooks[`ATXHeading${level}`] = lineOf(`cm-h${Math.min(4, level)}`)

/** How the part of a text that is in sight reads. */
function looksOf(view: EditorView): DecorationSet {
  const { state, visibleRanges } = view
  const found: Range<Decoration>[] = []
  const add = (look: Decoration, from: number, to = from) => found.push(look.range(from, to))
  const hide = (from: number, to: number) => from < to && add(hidden, from, to)

  function each(ref: SyntaxNodeRef, from: number, to: number): boolean | undefined {
    const { name } = ref
    const look = marks[name]
    if (look && ref.from < ref.to) add(look, ref.from, ref.to)
    const lineLook = lineLooks[name]
    if (lineLook) {
      const [first, last] = [Math.max(from, ref.from), Math.min(to, ref.to)]
      for (let at = first; at <= last; ) {
        const line = state.doc.lineAt(at)
        add(lineLook, line.from)
        at = line.to + 1
      }
    }
    const parent = ref.node.parent
    switch (name) {
      case 'HeaderMark': {
        if (parent?.name.startsWith('Setext')) add(dim, ref.from, ref.to)
        else if (parent && !isOpen(state, parent)) {
          const isFirst = ref.from === parent.from
          const blank = state.sliceDoc(ref.to, ref.to + 1) === ' ' && isFirst ? 1 : 0
          hide(ref.from, ref.to + blank)
        }
        return undefined
      }
      case 'EmphasisMark':
      case 'StrikethroughMark':
        if (parent && !isOpen(state, parent)) hide(ref.from, ref.to)
        return undefined
      case 'CodeMark':
      case 'CodeInfo':
        if (parent?.name === 'InlineCode') isOpen(state, parent) || hide(ref.from, ref.to)
        else add(dim, ref.from, ref.to)
        return undefined
      case 'QuoteMark': {
        const line = state.doc.lineAt(ref.from)
        const blank = state.sliceDoc(ref.to, ref.to + 1) === ' ' ? 1 : 0
        if (!isOpen(state, line)) hide(ref.from, ref.to + blank)
        return undefined
      }
      case 'Escape':
        if (!isOpen(state, ref)) hide(ref.from, ref.from + 1)
        return undefined
      case 'Link': {
        const [open, close] = ref.node.getChildren('LinkMark')
        if (open && close && ref.node.getChild('URL') && !isOpen(state, ref)) {
          hide(open.from, open.to)
          hide(close.from, ref.to)
        }
        return undefined
      }
      case 'Image': {
        const widget = picture(state, ref.node)
        const isInLine = state.doc.lineAt(ref.from).to >= ref.to
        if (isOpen(state, ref) || !isInLine) add(Decoration.widget({ widget, side: 1 }), ref.to)
        else add(Decoration.replace({ widget }), ref.from, ref.to)
        return false
      }
      case 'Formula': {
        const [first, last] = ref.node.getChildren('FormulaMark')
        const tex = state.sliceDoc(first?.to ?? ref.from, last?.from ?? ref.to).trim()
        const isInLine = state.doc.lineAt(ref.from).to >= ref.to
        if (isOpen(state, ref) || !isInLine) add(marks.InlineCode as Decoration, ref.from, ref.to)
        else add(Decoration.replace({ widget: formula(tex, false) }), ref.from, ref.to)
        return false
      }
      case 'ListMark': {
        const task = parent?.getChild('Task')?.getChild('TaskMarker')
        const line = state.doc.lineAt(ref.from)
        if (line.from < ref.from) add(Decoration.mark({ class: 'cm-indent' }), line.from, ref.from)
        if (isOpen(state, { from: ref.from, to: task?.to ?? ref.to })) return undefined
        const widget = task ? checkbox(state.sliceDoc(task.from, task.to)) : bullet
        if (task) add(Decoration.replace({ widget }), ref.from, task.to)
        else if (parent?.parent?.name === 'BulletList')
          add(Decoration.replace({ widget }), ref.from, ref.to)
        return undefined
      }
      case 'HorizontalRule':
        if (isOpen(state, ref)) add(dim, ref.from, ref.to)
        else add(Decoration.replace({ widget: ruler }), ref.from, ref.to)
        return undefined
      default:
        return undefined
    }
  }
  for (const { from, to } of visibleRanges)
    syntaxTree(state).iterate({ from, to, enter: (ref) => each(ref, from, to) })
  return Decoration.set(found, true)
}
const ruler = new Shown('---', () => element('span', 'cm-ruler'))

const inSight = ViewPlugin.fromClass(
  class {
    looks: DecorationSet
    constructor(view: EditorView) {
      this.looks = looksOf(view)
    }
    update(update: ViewUpdate) {
      const { state, startState } = update
      const isOther =
        update.docChanged ||
        update.viewportChanged ||
        update.selectionSet ||
        syntaxTree(state) !== syntaxTree(startState) ||
        state.field(hasFocus) !== startState.field(hasFocus) ||
        state.facet(page) !== startState.facet(page)
      if (isOther) this.looks = looksOf(update.view)
    }
  },
  { decorations: ({ looks }) => looks },
)

/** Tables and formulas of their own lines: they change how high lines are, so they are known at once. */
function blocksOf(state: EditorState): DecorationSet {
  const found: Range<Decoration>[] = []
  for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling) {
    const isTable = node.name === 'Table'
    if ((!isTable && node.name !== 'FormulaBlock') || isOpen(state, node)) continue
    const text = state.sliceDoc(node.from, node.to)
    const widget = isTable
      ? table(text, state.facet(page))
      : formula(text.replaceAll(/^\$\$|\$\$\s*$/g, '').trim(), true)
    const { from } = state.doc.lineAt(node.from)
    const { to } = state.doc.lineAt(node.to)
    found.push(Decoration.replace({ widget, block: true }).range(from, to))
  }
  return Decoration.set(found)
}

const blocks = StateField.define<DecorationSet>({
  create: blocksOf,
  update(before, { startState, state, docChanged, selection }) {
    const isSame =
      !docChanged &&
      selection === undefined &&
      syntaxTree(state) === syntaxTree(startState) &&
      state.field(hasFocus) === startState.field(hasFocus) &&
      state.facet(page) === startState.facet(page)
    return isSame ? before : blocksOf(state)
  },
  provide: (field) => EditorView.decorations.from(field),
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
export const looks = [inSight, blocks, beforeMarks]

/** Knows whether somebody writes: looks come and go. */
export const focus = [
  hasFocus,
  EditorView.focusChangeEffect.of((_state, focusing) => setFocus.of(focusing)),
]

const panel = { backgroundColor: 'var(--color-panel)' }
const mono = { fontFamily: 'var(--font-mono)', fontSize: '0.9em' }

export const looksTheme = EditorView.theme({
  '.cm-scroller': { fontFamily: 'var(--font-sans)', lineHeight: '1.7' },
  '.cm-h1, .cm-h2': { fontSize: '1.4em', fontWeight: '600', lineHeight: '1.3' },
  '.cm-h3': { fontSize: '1.2em', fontWeight: '600', lineHeight: '1.3' },
  '.cm-h4': { fontWeight: '600' },
  '.cm-quote': {
    borderInlineStart: '3px solid var(--color-brand)',
    paddingInlineStart: '1em',
    color: 'var(--color-muted)',
  },
  '.cm-code': {
    ...panel,
    ...mono,
    border: '1px solid var(--color-line)',
    borderRadius: '0.25rem',
    padding: '0.1em 0.3em',
  },
  '.cm-program': { ...panel, ...mono, direction: 'ltr' },
  '.cm-source': mono,
  '.cm-indent': { ...mono, whiteSpace: 'pre' },
  '.cm-link': {
    color: 'var(--color-brand)',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
  },
  '.cm-dim': { color: 'var(--color-muted)' },
  '.cm-bullet': { color: 'var(--color-muted)' },
  '.cm-lost': { ...panel, color: 'var(--color-muted)', padding: '0 0.4em' },
  '.cm-ruler': {
    display: 'inline-block',
    width: '100%',
    borderTop: '1px solid var(--color-line)',
    verticalAlign: 'middle',
  },
  '.cm-picture': { display: 'inline-block', position: 'relative', maxWidth: '100%' },
  '.cm-picture img': { maxWidth: '100%', maxHeight: '24rem', verticalAlign: 'bottom' },
  '.cm-picture button': {
    position: 'absolute',
    insetInlineStart: '0.5rem',
    bottom: '0.5rem',
    minHeight: '2.5rem',
    padding: '0 0.75rem',
    border: '1px solid var(--color-field)',
    borderRadius: '0.5rem',
    backgroundColor: 'var(--color-paper)',
    color: 'var(--color-ink)',
    font: 'inherit',
  },
  '.cm-formula, .cm-table': { overflowX: 'auto', direction: 'inherit' },
  'div.cm-formula': { padding: '0.3em 0' },
  '.cm-table': { padding: '0.5em 0' },
  '.cm-table table': { borderCollapse: 'collapse' },
  '.cm-table :is(th, td)': {
    border: '1px solid var(--color-line)',
    padding: '0.4em 0.8em',
    textAlign: 'start',
    verticalAlign: 'top',
  },
  '.cm-table th': panel,
  '.cm-table [align="right"]': { textAlign: 'end' },
  '.cm-table [align="center"]': { textAlign: 'center' },
})
