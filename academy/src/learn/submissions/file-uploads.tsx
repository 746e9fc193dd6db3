import { type AssignmentLesson, isLyceumError, uploadToHandIn } from '@lyceum/sdk'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { IconButton } from '../../ui/button.tsx'
import { messageOf } from '../../ui/error-text.ts'
import { showBytes } from '../../ui/format.ts'
import { FileField } from '../../ui/forms/controls.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { kindsOf, whyRefused } from './file-kinds.ts'

/** A chosen file, or one sent when the form was open before, which is kept on the device. */
export interface Upload {
  key: string
  name: string
  size: number
  percent: number
  /** Set once it is uploaded. */
  id?: string
  error?: string | undefined
}

interface FileUploadsProps {
  lesson: AssignmentLesson
  uploads: Upload[]
  onChange: (change: (uploads: Upload[]) => Upload[]) => void
}

/** Stop uploads, by key. */
const controllers = new Map<string, AbortController>()

/** Uploads files as soon as they are chosen; each can be stopped or removed. */
export function FileUploads({ lesson, uploads, onChange }: FileUploadsProps) {
  const { id: lessonId, assignment } = lesson
  const { files: most, fileTypes } = assignment
  const mostBytes = useSchool().config?.limits.fileBytes

  async function send(file: File): Promise<void> {
    const { name, size } = file
    const key = crypto.randomUUID()
    const error = whyRefused(file, fileTypes, mostBytes)
    if (error !== undefined)
      return onChange((all) => [...all, { key, name, size, percent: 0, error }])
    const controller = new AbortController()
    controllers.set(key, controller)
    const change = (news: Partial<Upload>) =>
      onChange((all) => all.map((one) => (one.key === key ? { ...one, ...news } : one)))
    onChange((all) => [...all, { key, name, size, percent: 0 }])
    try {
      const { id } = await uploadToHandIn(lyceum, lessonId, file, {
        signal: controller.signal,
        onProgress: ({ received, bytes }) => change({ percent: (received / bytes) * 100 }),
      })
      change({ id })
    } catch (error) {
      const isAbort = isLyceumError(error) && error.name === 'Aborted'
      if (!isAbort) change({ error: messageOf(error) })
    }
  }

  function takeOut({ key, id: uploadId }: Upload): void {
    controllers.get(key)?.abort()
    onChange((all) => all.filter((one) => one.key !== key))
    // An upload counts against the learner's quota until it is canceled.
    if (uploadId !== undefined)
      lyceum.submissions.cancelUpload.mutate({ lessonId, uploadId }).catch(() => undefined)
  }

  return (
    <div className="flex flex-col gap-2">
      <FileField
        label={t('assignment.files', { count: most })}
        hint={fileTypes.length > 0 ? t('assignment.types', { types: kindsOf(fileTypes) }) : ''}
        multiple
        accept={fileTypes.join()}
        disabled={uploads.length >= most}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])].slice(0, most - uploads.length)
          for (const file of chosen) void send(file)
          target.value = ''
        }}
      />
      <ul className="flex flex-col gap-2">
        {uploads.map((upload) => (
          <li
            key={upload.key}
            className="flex flex-wrap items-center gap-x-3 rounded-lg border border-line ps-3"
          >
            <bdi className="min-w-0 flex-1 truncate">{upload.name}</bdi>
            <UploadState upload={upload} />
            <IconButton
              label={t('assignment.takeOut', { name: upload.name })}
              onClick={() => takeOut(upload)}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

function UploadState({ upload: { id, error, name, size, percent } }: { upload: Upload }) {
  if (error !== undefined)
    return (
      <span role="alert" className="text-sm text-bad">
        {error}
      </span>
    )
  if (id !== undefined) return <span className="text-sm text-muted">{showBytes(size)}</span>
  return (
    <div className="w-32">
      <ProgressBar percent={percent} label={name} />
    </div>
  )
}
