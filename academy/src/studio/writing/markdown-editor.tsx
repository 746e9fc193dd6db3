import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Html } from '../../markdown/to-fragment.ts'
import { t } from '../../texts/texts.ts'
import {
  type Act,
  acts,
  callout,
  insertText,
  linkTo,
  plainText,
  type Target,
  table,
  targetAt,
} from './acts.ts'
import { DescribeDialog, type Described, LinkDialog } from './dialogs.tsx'
import { type EditorSize, extensionsOf, sourceTheme } from './editor.ts'
import { focus, looks, looksTheme, page } from './looks.ts'
import { isRich, toMarkdown } from './paste.ts'
import { changeTo, insertFiles } from './pending-files.ts'
import type { MenuItem } from './slash-menu.ts'
import { type Tool, toolLooks, WritingToolbar } from './toolbar.tsx'

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

type ToolName = keyof typeof toolLooks
const tools: Record<EditorSize, readonly (readonly ToolName[])[]> = {
  full: [
    ['bold', 'italic', 'strike', 'code'],
    ['heading2', 'heading3', 'bullets', 'numbers', 'tasks', 'quote'],
    ['link', 'file', 'table', 'callout', 'codeBlock', 'formula'],
  ],
  small: [['bold', 'italic', 'code', 'formula'], ['bullets', 'numbers'], ['link']],
  line: [['bold', 'italic', 'code', 'formula']],
}
const keys = { bold: 'Mod-b', italic: 'Mod-i', code: 'Mod-e', link: 'Mod-k' } as const
const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform)

type Asking = { link: Target } | { pictures: readonly Described[]; done: (texts: string[]) => void }

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
  const [asking, setAsking] = useState<Asking>()
  const [look] = useState(() => new Compartment())
  const lookNow = isSource
    ? sourceTheme
    : [page.of({ html, addressOf, describe }), looks, looksTheme]
  const now = useRef({ ...props, lookNow, isSource, runTool, onData })
  now.current = { ...props, lookNow, isSource, runTool, onData }

  useEffect(() => {
    const host = place.current
    if (host === null) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const run = (name: ToolName) => now.current.runTool(name)
    const keysNow = Object.entries(keys).map(([name, key]) => [key, () => run(name as ToolName)])
    const extensions = extensionsOf({
      ...{ label, language, isReadOnly, size },
      menu: menuItems(run),
      keys: {
        ...Object.fromEntries(keysNow),
        'Alt-F10': () =>
          frame.current?.querySelector<HTMLElement>('[role=toolbar] button')?.focus(),
      },
      onUpdate(state, isChanged) {
        if (isChanged) now.current.onChange(state.sliceDoc())
        setOn(namesOn(state))
      },
      onData: (...taken) => now.current.onData(...taken),
    })
    const state = EditorState.create({
      doc: now.current.value,
      extensions: [extensions, focus, look.of(now.current.lookNow)],
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

  function runTool(name: ToolName): void {
    const editor = view.current
    if (editor === null || editor.state.readOnly) return
    const act = actOf(name)
    if (act !== undefined) {
      editor.dispatch(act.run(editor.state))
      editor.focus()
    } else if (name === 'file') picker.current?.click()
    else setAsking({ link: targetAt(editor.state) })
  }

  function insertLink({ at }: Target, link: { text: string; address: string } | undefined): void {
    setAsking(undefined)
    const editor = view.current
    if (editor === null || link === undefined) return
    const isPicture = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(link.address)
    const text = link.text || (isPicture ? '' : plainText(link.address))
    editor.dispatch(insertText(editor.state, linkTo(text, link.address, isPicture), at))
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
    return takeFiles(data?.files, editor, at ?? editor.state.selection.main.head)
  }

  function takeFiles(list: FileList | null | undefined, editor: EditorView, at: number): boolean {
    const { upload } = props
    const files = [...(list ?? [])]
    if (files.length === 0 || upload === undefined) return false
    const label = t('writing.uploading', { names: files.map(({ name }) => name).join(', ') })
    void insertFiles(editor, at, { label, texts: textsOf(files, upload) })
    return true
  }

  /** Uploads files while their author says what the pictures show. Failed ones report themselves. */
  async function textsOf(files: File[], upload: NonNullable<typeof props.upload>) {
    const pictures = files.filter(({ type }) => type.startsWith('image/'))
    const asked = new Promise<string[]>((done) => {
      if (pictures.length === 0) done([])
      else
        setAsking({
          pictures: pictures.map((picture) => ({ name: picture.name, picture })),
          done(texts) {
            setAsking(undefined)
            done(texts)
          },
        })
    })
    const [stored, texts] = await Promise.all([Promise.allSettled(files.map(upload)), asked])
    return stored.flatMap((one, at) => {
      const file = files[at]
      if (one.status === 'rejected' || file === undefined) return []
      const isPicture = pictures.includes(file)
      const text = isPicture ? texts[pictures.indexOf(file)] : file.name
      return linkTo(plainText(text ?? ''), one.value.path, isPicture)
    })
  }

  /** Asks what a picture of the text shows. */
  function describe(editor: EditorView, position: number): void {
    editor.dispatch({ selection: { anchor: position + 1 } })
    const { address, at } = targetAt(editor.state)
    setAsking({
      pictures: [{ name: address, picture: addressOf(address) ?? address }],
      done([text = '']) {
        setAsking(undefined)
        if (text === '') return
        editor.dispatch(insertText(editor.state, linkTo(plainText(text), address, true), at))
      },
    })
  }

  const groups = tools[size].map((names) =>
    names
      .filter((name) => name !== 'file' || props.upload !== undefined)
      .map((name): Tool => {
        const key = (keys as { [name: string]: string })[name]
        return {
          name,
          label: t(`write.${name}`),
          look: toolLooks[name],
          isOn: actOf(name)?.isOn && on.split(' ').includes(name),
          run: () => runTool(name),
          ...(key && { keys: key.toUpperCase().replace('MOD-', isApple ? '⌘' : t('write.ctrl')) }),
        }
      }),
  )
  return (
    <div ref={frame} className="rounded-lg border border-field">
      <WritingToolbar
        label={t('write.toolbar', { name: label })}
        {...{ groups, isSource }}
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
          const editor = view.current
          if (editor) takeFiles(target.files, editor, editor.state.selection.main.head)
          target.value = ''
        }}
      />
      {asking && 'link' in asking && (
        <LinkDialog
          of={asking.link}
          targets={props.targets()}
          onDone={(link) => insertLink(asking.link, link)}
        />
      )}
      {asking && 'pictures' in asking && (
        <DescribeDialog pictures={asking.pictures} onDone={asking.done} />
      )}
    </div>
  )
}

function actOf(name: ToolName): Act | undefined {
  if (name === 'table') return table(t('write.column'))
  if (name === 'callout') return callout(t('write.callout.hint'))
  return name === 'link' || name === 'file' ? undefined : acts[name]
}

function namesOn(state: EditorState): string {
  const names = Object.entries<Act>(acts).filter(([, { isOn }]) => isOn?.(state))
  return names.map(([name]) => name).join(' ')
}

const inMenu = [
  ...(['heading2', 'heading3', 'bullets', 'numbers', 'tasks', 'table', 'file', 'link'] as const),
  ...(['quote', 'codeBlock', 'formulaBlock', 'rule'] as const),
]

function menuItems(run: (name: ToolName) => void): MenuItem[] {
  return [
    ...inMenu.map((name) => ({
      label: t(`write.${name}`),
      act: actOf(name) ?? (() => run(name)),
    })),
    ...(['hint', 'note', 'caution'] as const).map((kind) => ({
      label: `${t('write.callout')}: ${t(`write.callout.${kind}`)}`,
      act: callout(t(`write.callout.${kind}`)),
    })),
  ]
}
