import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Html } from '../../markdown/to-fragment.ts'
import { t } from '../../texts/texts.ts'
import { dataUrlOf } from '../../ui/forms/more-fields.tsx'
import { insertText, linkTo, plainText, targetAt } from './acts.ts'
import { DescribeDialog, LinkDialog } from './dialogs.tsx'
import { extensionsOf } from './editor.ts'
import { page } from './looks.ts'
import { isRich, toMarkdown } from './paste.ts'
import { changeTo, insertFiles } from './pending-files.ts'
import { WritingToolbar } from './toolbar.tsx'
import { type EditorSize, type Tool, type ToolName, tools } from './tools.ts'
import styles from './writing.css?inline'

export interface MarkdownEditorProps {
  label: string
  language: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
  size?: EditorSize
  html: Html
  /** Stores a file in the course. Without it, none can be added. */
  upload?: (file: File) => Promise<{ path: string; type: string }>
  addressOf: (path: string) => string | undefined
  /** What can be linked to: names by address. */
  targets: () => Readonly<Record<string, string>>
  /** Shown beside the Markdown itself. */
  preview?: ReactNode
}

/**
 * CodeMirror, in a shadow root: there it takes its styles from constructed sheets, which the policy
 * of the pages allows, and from the colors of app.css.
 */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { value, label, language, isReadOnly, size = 'full', html, addressOf, preview } = props
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const view = useRef<EditorView>(null)
  const [isSource, setSource] = useState(false)
  const [on, setOn] = useState('')
  const [dialog, setDialog] = useState<ReactNode>()
  const [look] = useState(() => new Compartment())
  const lookNow = [
    page.of({ isSource, html, addressOf, askForLink: () => onTool('link') }),
    EditorView.contentAttributes.of({ class: isSource ? 'source' : 'markdown-line' }),
  ]
  const now = useRef({ ...props, lookNow, onTool, onData })
  now.current = { ...props, lookNow, onTool, onData }

  useEffect(() => {
    const host = place.current
    if (host === null) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
    const extensions = extensionsOf({
      ...{ label, language, isReadOnly, size },
      onTool: (name) => void now.current.onTool(name),
      toBar: () => frame.current?.querySelector<HTMLElement>('[role=toolbar] button')?.focus(),
      onUpdate(state, isChanged) {
        if (isChanged) now.current.onChange(state.sliceDoc())
        const inUse = Object.entries<Tool>(tools).filter(([, { isOn }]) => isOn?.(state))
        setOn(inUse.map(([name]) => name).join(' '))
      },
      onData: (...taken) => now.current.onData(...taken),
    })
    const state = EditorState.create({
      doc: now.current.value,
      extensions: [look.of(now.current.lookNow), extensions],
    })
    const editor = new EditorView({ root, parent: root, state })
    view.current = editor
    return () => editor.destroy()
  }, [label, language, isReadOnly, size, look])

  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.sliceDoc() === value) return
    editor.dispatch({ changes: changeTo(editor.state.sliceDoc(), value) })
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: they make another look
  useEffect(() => {
    view.current?.dispatch({ effects: look.reconfigure(now.current.lookNow) })
  }, [look, isSource, html, addressOf])

  /** Shows a dialog until it answers. */
  function ask<Answer>(show: (done: (answer: Answer) => void) => ReactNode): Promise<Answer> {
    return new Promise((resolve) => {
      const done = (answer: Answer) => {
        setDialog(undefined)
        resolve(answer)
      }
      setDialog(show(done))
    })
  }

  async function onTool(name: ToolName): Promise<void> {
    const editor = view.current
    if (editor === null || editor.state.readOnly) return
    const { run }: Tool = tools[name]
    if (run !== undefined) editor.dispatch(run(editor.state))
    else if (name === 'file') return picker.current?.click()
    else {
      const of = targetAt(editor.state)
      const link = await ask<string>((onDone) => (
        <LinkDialog of={of} targets={props.targets()} onDone={onDone} />
      ))
      if (link !== '') editor.dispatch(insertText(editor.state, link, of.at))
    }
    editor.focus()
  }

  function onData(data: DataTransfer | null, editor: EditorView, at: number | undefined): boolean {
    const isPaste = at === undefined
    if (isPaste && !isSource && size !== 'line' && data !== null && isRich(data)) {
      const plain = data.getData('text/plain')
      void toMarkdown(data.getData('text/html'))
        .catch(() => plain)
        .then((text) => editor.dispatch(insertText(editor.state, text)))
      return true
    }
    return takeFiles(data?.files, editor, at)
  }

  function takeFiles(list: FileList | null | undefined, editor: EditorView, at?: number): boolean {
    const { upload } = props
    const files = [...(list ?? [])]
    if (files.length === 0 || upload === undefined) return false
    const label = t('writing.uploading', { names: files.map(({ name }) => name).join(', ') })
    const texts = textsOf(files, upload)
    void insertFiles(editor, at ?? editor.state.selection.main.head, { label, texts })
    return true
  }

  /** Uploads files while their author says what the pictures show. Failed ones report themselves. */
  async function textsOf(files: File[], upload: NonNullable<typeof props.upload>) {
    const stored = Promise.allSettled(files.map((file) => upload(file)))
    const pictures = files.filter(({ type }) => type.startsWith('image/'))
    const read = async (file: File) => ({ name: file.name, address: await dataUrlOf(file) })
    const shown = await Promise.all(pictures.map(read))
    const texts = await (shown.length > 0 &&
      ask<string[]>((onDone) => <DescribeDialog pictures={shown} onDone={onDone} />))
    return (await stored).flatMap((one, at) => {
      const file = files[at]
      if (one.status === 'rejected' || file === undefined) return []
      const picture = pictures.indexOf(file)
      const text = texts && picture >= 0 ? (texts[picture] ?? '') : file.name
      return linkTo(plainText(text), one.value.path, picture >= 0)
    })
  }

  return (
    <div ref={frame} className="rounded-lg border border-field">
      <WritingToolbar
        {...{ label, size, isSource, onTool }}
        on={on.split(' ')}
        without={props.upload ? undefined : 'file'}
        isDisabled={isReadOnly}
        onSource={setSource}
      />
      <div className={isSource && preview ? 'grid lg:grid-cols-2' : ''}>
        <div ref={place} className="min-w-0" />
        {isSource && preview && (
          <div className="min-w-0 border-line p-3 lg:border-s">{preview}</div>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          if (view.current) takeFiles(target.files, view.current)
          target.value = ''
        }}
      />
      {dialog}
    </div>
  )
}
