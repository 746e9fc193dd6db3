import { markdown } from '@codemirror/lang-markdown'
import { EditorView, minimalSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { inLanguageOf } from '../../ui/in-language.ts'

interface MarkdownEditorProps {
  label: string
  language: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
  /** Files that were pasted or dropped; each answers what to write for it. */
  onFile: (file: File) => Promise<string>
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
        colors,
      ],
    })
    view.current = editor
    return () => editor.destroy()

    function take(data: DataTransfer | null, at: EditorView, position: number): boolean {
      const files = [...(data?.files ?? [])]
      if (isReadOnly || files.length === 0) return false
      for (const file of files)
        latest.current.onFile(file).then(
          (text) => at.dispatch({ changes: { from: position, insert: text } }),
          // Said by the upload.
          () => undefined,
        )
      return true
    }
  }, [label, language, isReadOnly])

  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
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
  // Its own colors are for light pages only; what they mark stays bold, slanted or underlined.
  '.cm-line span': { color: 'inherit !important' },
})
