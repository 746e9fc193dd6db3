import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
} from '@codemirror/view'
import { inLanguageOf } from '../../ui/in-language.ts'
import { looks } from './looks.ts'
import { pendingFiles } from './pending-files.ts'
import { slashMenu } from './slash-menu.ts'
import { markdownOfLessons } from './syntax.ts'
import { type EditorSize, type Tool, type ToolName, tools } from './tools.ts'

interface EditorParts {
  label: string
  language: string
  isReadOnly: boolean
  size: EditorSize
  /** Uses a tool that was chosen by its key or in the menu. */
  onTool: (name: ToolName) => void
  toBar: () => void
  onUpdate: (state: EditorState, isChanged: boolean) => void
  /** Takes what is pasted or dropped at a place; answers whether it did. */
  onData: (data: DataTransfer | null, view: EditorView, at: number | undefined) => boolean
}

/** The document is the Markdown as it is stored, with whatever ends its lines. */
export function extensionsOf(parts: EditorParts): Extension {
  const { label, language, isReadOnly, size, onTool, toBar, onUpdate, onData } = parts
  const isLine = size === 'line'
  const keyOf = (key: string, act: () => void): KeyBinding => ({
    key,
    // The page has shortcuts, too.
    ...{ preventDefault: true, stopPropagation: true },
    run: () => act() === undefined,
  })
  const keys = Object.entries<Tool>(tools).flatMap(([name, { key }]) =>
    key ? [keyOf(key, () => onTool(name as ToolName))] : [],
  )
  return [
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => text.replaceAll(/\r\n?|\n/g, isLine ? ' ' : '\n')),
    Prec.high(keymap.of([...keys, keyOf('Alt-F10', toBar)])),
    size === 'full' ? slashMenu(onTool) : [],
    isLine ? oneLine : [],
    keymap.of([...defaultKeymap, ...historyKeymap]),
    history(),
    drawSelection(),
    highlightSpecialChars({ specialChars: /[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g }),
    markdownOfLessons,
    looks,
    pendingFiles,
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
    EditorView.contentAttributes.of({
      'aria-multiline': String(!isLine),
      'aria-label': label,
      class: size,
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
        const typed = view.state.replaceSelection(event.data ?? '')
        view.dispatch(typed, { userEvent: 'input.type', scrollIntoView: true })
        return true
      },
      paste: ({ clipboardData }, view) => !isReadOnly && onData(clipboardData, view, undefined),
      drop: (event, view) =>
        !isReadOnly && onData(event.dataTransfer, view, view.posAtCoords(event, false)),
    }),
  ]
}

const oneLine = EditorState.changeFilter.of(
  ({ newDoc, startState }) => newDoc.lines <= startState.doc.lines,
)
