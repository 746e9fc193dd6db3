import { isLyceumError, uploadToHandIn } from '@lyceum/sdk'
import { useId } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { IconButton } from '../../ui/button.tsx'
import { messageOf } from '../../ui/error-text.ts'
import { showBytes } from '../../ui/format.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import type { AssignmentRules } from '../lessons/queries.ts'

export interface UploadItem {
  file: { name: string; size: number; lastModified: number }
  /** Stops it; absent for what was sent when the form was open before. */
  controller?: AbortController
  percent: number
  /** Once it is there. */
  id?: string
  error?: string
}

interface FileUploadsProps {
  lessonId: string
  assignment: AssignmentRules
  uploads: UploadItem[]
  onChange: (change: (uploads: UploadItem[]) => UploadItem[]) => void
}

/** Files are sent as soon as they are chosen; each can be stopped or taken out again. */
export function FileUploads({ lessonId, assignment, uploads, onChange }: FileUploadsProps) {
  const id = useId()
  const { files: most, fileTypes } = assignment

  async function send(file: File): Promise<void> {
    const controller = new AbortController()
    const change = (news: Partial<UploadItem>) =>
      onChange((all) => all.map((one) => (one.file === file ? { ...one, ...news } : one)))
    onChange((all) => [...all, { file, controller, percent: 0 }])
    try {
      const { id } = await uploadToHandIn(lyceum, lessonId, file, {
        signal: controller.signal,
        onProgress: ({ received, bytes }) => change({ percent: (received / bytes) * 100 }),
      })
      change({ id, percent: 100 })
    } catch (error) {
      const isAbort = isLyceumError(error) && error.name === 'Aborted'
      if (!isAbort) change({ error: messageOf(error) })
    }
  }

  function takeOut({ file, controller, id: uploadId }: UploadItem): void {
    controller?.abort()
    onChange((all) => all.filter((one) => one.file !== file))
    // What was sent counts against the room of the learner until it is canceled.
    if (uploadId !== undefined)
      lyceum.submissions.cancelUpload.mutate({ lessonId, uploadId }).catch(() => undefined)
  }

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {t('assignment.files', { count: most })}
      </label>
      <input
        id={id}
        type="file"
        multiple
        accept={fileTypes.join()}
        disabled={uploads.length >= most}
        aria-describedby={`${id}-types`}
        onChange={({ target }) => {
          for (const file of [...(target.files ?? [])].slice(0, most - uploads.length))
            void send(file)
          target.value = ''
        }}
        className="file:me-3 file:min-h-10 file:rounded-lg file:border file:border-field file:bg-paper file:px-4 file:text-ink"
      />
      {fileTypes.length > 0 && (
        <p id={`${id}-types`} className="text-sm text-muted">
          {t('assignment.types', { types: fileTypes.join(', ') })}
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {uploads.map((upload) => (
          <li
            key={`${upload.file.name} ${upload.file.lastModified} ${upload.file.size}`}
            className="flex flex-wrap items-center gap-x-3 rounded-lg border border-line ps-3"
          >
            <bdi className="min-w-0 flex-1 truncate">{upload.file.name}</bdi>
            {upload.error !== undefined && (
              <span role="alert" className="text-sm text-bad">
                {upload.error}
              </span>
            )}
            {upload.id !== undefined && upload.error === undefined && (
              <span className="text-sm text-muted">{showBytes(upload.file.size)}</span>
            )}
            {upload.id === undefined && upload.error === undefined && (
              <div className="w-32">
                <ProgressBar percent={upload.percent} label={upload.file.name} />
              </div>
            )}
            <IconButton
              label={t('assignment.takeOut', { name: upload.file.name })}
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
