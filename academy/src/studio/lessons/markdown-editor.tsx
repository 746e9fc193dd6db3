import { markdown } from '@codemirror/lang-markdown'
import { EditorView, minimalSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { changeTo, insertFiles, pendingFiles } from './pending-files.ts'

interface MarkdownEditorProps {
  label: string
  language: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
  /** Files that were pasted or dropped at once; answers what to write for those that came. */
  onFiles: (files: readonly File[]) => Promise<string[]>
}

/**
 * CodeMirror, in a shadow root: there it takes its styles from constructed sheets, which the policy
 * of the pages allows, and from the colors of app.css.
 */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  latest.current = props
  const { value, label, language, isReadOnly } = props

  useEffect(() => {
    const host = place.current
    if (host === null) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const editor = new EditorView({
      root,
      parent: root,
      doc: latest.current.value,
      extensions: [
        minimalSetup,
        markdown(),
        EditorView.lineWrapping,
        EditorView.editable.of(!isReadOnly),
        EditorView.contentAttributes.of({
          'aria-label': label,
          lang: language,
          dir: inLanguageOf(language).dir ?? 'auto',
          spellcheck: 'true',
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) latest.current.onChange(state.doc.toString())
        }),
        EditorView.domEventHandlers({
          paste: (event, at) => take(event.clipboardData, at, at.state.selection.main.head),
          drop: (event, at) => take(event.dataTransfer, at, at.posAtCoords(event, false)),
        }),
        pendingFiles,
        colors,
      ],
    })
    view.current = editor
    return () => editor.destroy()

    function take(data: DataTransfer | null, at: EditorView, position: number): boolean {
      const files = [...(data?.files ?? [])]
      if (isReadOnly || files.length === 0) return false
      const label = t('writing.uploading', { names: files.map(({ name }) => name).join(', ') })
      void insertFiles(at, position, { label, texts: latest.current.onFiles(files) })
      return true
    }
  }, [label, language, isReadOnly])

  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: changeTo(editor.state.doc.toString(), value) })
  }, [value])

  return <div ref={place} className="min-h-80 rounded-lg border border-field" />
}

const colors = EditorView.theme({
  '&': { minHeight: '20rem', color: 'var(--color-ink)' },
  '&.cm-focused': { outline: '2px solid var(--color-brand)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '0.9rem', lineHeight: '1.6' },
  '.cm-content': { padding: '0.75rem', minHeight: '20rem', caretColor: 'var(--color-brand)' },
  '.cm-cursor': { borderInlineStartColor: 'var(--color-brand)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--color-line)' },
  '.cm-pending': {
    padding: '0 0.4em',
    borderRadius: '0.3em',
    backgroundColor: 'var(--color-line)',
    color: 'var(--color-muted)',
  },
  // The editor's own colors suit light pages only; marks stay bold, italic or underlined.
  '.cm-line span': { color: 'inherit !important' },
})
