import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap } from '@codemirror/view'
import { inLanguageOf } from '../../ui/in-language.ts'
import { pendingFiles } from './pending-files.ts'
import { type MenuItem, slashMenu } from './slash-menu.ts'
import { colorsOfMarks, markdownOfLessons } from './syntax.ts'

/** A whole text, a short one, or a line. */
export type EditorSize = 'full' | 'small' | 'line'

interface EditorParts {
  label: string
  language: string
  isReadOnly: boolean
  size: EditorSize
  menu: readonly MenuItem[]
  /** What to do for a key. */
  keys: Readonly<Record<string, () => void>>
  onUpdate: (state: EditorState, isChanged: boolean) => void
  /** Takes what is pasted or dropped at a place; answers whether it did. */
  onData: (data: DataTransfer | null, view: EditorView, at: number | undefined) => boolean
}

/** The document is the Markdown as it is stored, with whatever ends its lines. */
export function extensionsOf(parts: EditorParts): Extension {
  const { label, language, isReadOnly, size, menu, keys, onUpdate, onData } = parts
  const bindings = Object.entries(keys).map(([key, run]) => ({
    key,
    run: () => {
      run()
      return true
    },
    preventDefault: true,
    // Pages have shortcuts, too.
    stopPropagation: true,
  }))
  return [
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => text.replaceAll(/\r\n?/g, '\n')),
    Prec.high(keymap.of(bindings)),
    size === 'full' ? slashMenu(menu) : [],
    size === 'line' ? oneLine : [],
    keymap.of([...defaultKeymap, ...historyKeymap]),
    history(),
    drawSelection(),
    highlightSpecialChars({ specialChars: /[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g }),
    markdownOfLessons,
    colorsOfMarks,
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
    EditorView.contentAttributes.of({
      'aria-multiline': String(size !== 'line'),
      'aria-label': label,
      lang: language,
      dir: inLanguageOf(language).dir ?? 'auto',
      spellcheck: 'true',
    }),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged || selectionSet) onUpdate(state, docChanged)
    }),
    EditorView.domEventHandlers({
      beforeinput(event, view) {
        // Browsers join lines by elements with styles, of which the policy of the pages is told.
        const { main } = view.state.selection
        const isOverLines = view.state.sliceDoc(main.from, main.to).includes('\n')
        if (event.inputType !== 'insertText' || event.isComposing || !isOverLines) return false
        view.dispatch(view.state.replaceSelection(event.data ?? ''), {
          userEvent: 'input.type',
          scrollIntoView: true,
        })
        return true
      },
      paste: ({ clipboardData }, view) => !isReadOnly && onData(clipboardData, view, undefined),
      drop: (event, view) =>
        !isReadOnly && onData(event.dataTransfer, view, view.posAtCoords(event, false)),
    }),
    pendingFiles,
    theme,
    size === 'full' ? fullTheme : [],
  ]
}

/** A break of a line becomes a blank. */
const oneLine: Extension = EditorState.transactionFilter.of((transaction) => {
  const { newDoc, docChanged } = transaction
  if (!docChanged || newDoc.lines === 1) return transaction
  const changes = [...newDoc.toString().matchAll(/\n/g)].map(({ index }) => ({
    from: index,
    to: index + 1,
    insert: ' ',
  }))
  return [transaction, { changes, sequential: true }]
})

const theme = EditorView.theme({
  '&': { color: 'var(--color-ink)' },
  '&.cm-focused': { outline: '2px solid var(--color-brand)', outlineOffset: '-1px' },
  '.cm-content': { padding: '0.5rem 0.75rem', caretColor: 'var(--color-brand)' },
  '.cm-cursor': { borderInlineStartColor: 'var(--color-brand)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--color-line)' },
  '.cm-pending': {
    padding: '0 0.4em',
    borderRadius: '0.3em',
    backgroundColor: 'var(--color-line)',
    color: 'var(--color-muted)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--color-line)',
    borderRadius: '0.5rem',
    backgroundColor: 'var(--color-paper)',
    boxShadow: 'var(--shadow-raised)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-sans)', maxHeight: '20em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.5em 0.8em' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--color-tint)',
    color: 'var(--color-brand)',
  },
})
const fullTheme = EditorView.theme({ '.cm-content': { minHeight: '20rem' } })
export const sourceTheme = EditorView.theme({
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '0.9rem', lineHeight: '1.6' },
})
