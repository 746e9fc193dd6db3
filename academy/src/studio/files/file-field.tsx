import type { fileKind } from '@lyceum/sdk/staff-values'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../texts/texts.ts'
import { inputClass } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { showBytes } from '../../ui/format.ts'
import { errorClass, useKnown } from '../../ui/forms/controls.tsx'
import type { OwnFieldProps } from '../../ui/forms/own-field.ts'
import { FilePreview } from './file-preview.tsx'
import { UploadButton, useUploads } from './use-uploads.tsx'

type FileKind = (typeof fileKind)[number]

/** What to offer where a file of a kind is asked for. */
const accepted: { readonly [Kind in FileKind]?: string } = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
  text: '.vtt,text/vtt',
}

interface TakeFilesProps {
  label: string
  kind?: FileKind | undefined
  /** Bytes, where the place takes less than the school does. */
  atMost?: number | undefined
  isMany?: boolean
  /** Takes each file as soon as it has arrived, and those of the course that are chosen. */
  onTake: (path: string) => void
  /** What is taken already. */
  shown?: ReactNode
  children?: ReactNode
}

/** Takes files where they belong: chosen on the device or dropped. Says before how large they may be. */
export function TakeFiles(props: TakeFilesProps) {
  const { label, kind, atMost, isMany = false, onTake, shown, children } = props
  const { upload, uploads, most } = useUploads(atMost)
  const [isOver, setOver] = useState(false)
  const accept = kind && accepted[kind]

  async function take(files: readonly File[]): Promise<void> {
    const sent = files.slice(0, isMany ? files.length : 1).map((file) => upload(file))
    // Failed ones report themselves.
    for (const one of await Promise.allSettled(sent))
      if (one.status === 'fulfilled') onTake(one.value.path)
  }
  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    void take([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside takes files as well
    <div
      className={`flex flex-col gap-2 rounded-xl border border-dashed p-3 ${isOver ? 'border-brand bg-tint' : 'border-field bg-panel'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {shown}
      {uploads}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <UploadButton {...{ label, accept, isMany }} onPick={take} />
        <span>{t('fileField.drop')}</span>
        {Number.isFinite(most) && <span>{t('fileField.limit', { size: showBytes(most) })}</span>}
      </div>
      {children}
    </div>
  )
}

type CourseFileFieldProps = OwnFieldProps & Pick<TakeFilesProps, 'kind' | 'atMost'>

/** A file of the course: uploaded here, or one that it has. The select holds its path. */
export function CourseFileField(props: CourseFileFieldProps) {
  const { name, label, hint, kind, atMost, value } = props
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const [path, setPath] = useState(value)
  const { files } = useUploads()
  const { text } = useKnown(name)
  const fits = files.filter(({ type }) => kind === undefined || type.startsWith(`${kind}/`))
  const paths = new Set([...(path === '' ? [] : [path]), ...fits.map((one) => one.path)])

  /** Chooses a file as a reader would, so that the form around hears of it. */
  function choose(next: string): void {
    flushSync(() => setPath(next))
    for (const type of ['input', 'change'])
      select.current?.dispatchEvent(new Event(type, { bubbles: true }))
  }

  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <TakeFiles
        label={t(path === '' ? 'fileField.choose' : 'fileField.other')}
        {...{ kind, atMost }}
        onTake={choose}
        shown={path !== '' && <NamedFile path={path} />}
      >
        <div className="flex gap-2">
          <select
            ref={select}
            id={id}
            name={name}
            className={inputClass}
            value={path}
            onChange={({ target }) => setPath(target.value)}
            aria-describedby={`${id}-hint ${id}-error`}
            {...(text !== undefined && { 'aria-invalid': true })}
          >
            <option value="">{t('fileField.none')}</option>
            {[...paths].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          {path !== '' && (
            <Button look="quiet" className="shrink-0" onClick={() => choose('')}>
              {t('fileField.clear')}
            </Button>
          )}
        </div>
      </TakeFiles>
      <span id={`${id}-hint`} className="text-sm text-muted empty:hidden">
        {hint}
      </span>
      <span id={`${id}-error`} className={`${errorClass} empty:hidden`}>
        {text}
      </span>
    </div>
  )
}

/** Fields of forms for files of the course. */
export const anyFile = { Field: (props: OwnFieldProps) => <CourseFileField {...props} /> }
export const pictureFile = {
  Field: (props: OwnFieldProps) => <CourseFileField kind="image" {...props} />,
}
/** Certificates print no larger ones. */
export const printedPicture = {
  Field: (props: OwnFieldProps) => <CourseFileField kind="image" atMost={500_000} {...props} />,
}
export const printedPage = {
  Field: (props: OwnFieldProps) => <CourseFileField atMost={1_000_000} {...props} />,
}

interface AddFileProps {
  label: string
  kind: FileKind
  onAdd: (path: string) => void
}

/** Adds a file to a list: uploaded here, or one that the course has. */
export function AddFile({ label, kind, onAdd }: AddFileProps) {
  const { files } = useUploads()
  const fits = files.filter(({ type }) => type.startsWith(`${kind}/`))
  return (
    <TakeFiles label={label} kind={kind} isMany onTake={onAdd}>
      {fits.length > 0 && (
        <select
          aria-label={t('fileField.ofCourse')}
          className={inputClass}
          value=""
          onChange={({ target }) => onAdd(target.value)}
        >
          <option value="">{t('fileField.ofCourse')}</option>
          {fits.map(({ path }) => (
            <option key={path}>{path}</option>
          ))}
        </select>
      )}
    </TakeFiles>
  )
}

/** Shows a file of a list, by its path. */
export function NamedFile({ path }: { path: string }) {
  const file = useUploads().files.find((one) => one.path === path)
  if (file !== undefined) return <FilePreview file={file} />
  return <p className="text-sm break-words text-muted">{t('fileField.missing', { path })}</p>
}
