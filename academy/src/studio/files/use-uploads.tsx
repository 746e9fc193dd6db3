import { uploadFile } from '@lyceum/sdk'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../base/school.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { useList } from '../../ui/data/list.tsx'
import { showBytes } from '../../ui/format.ts'
import { useLeaveGuard } from '../../ui/forms/leave-guard.ts'
import { toast } from '../../ui/toasts.ts'
import { useCourse } from '../courses/course.ts'
import { slugOf } from '../slug.ts'

export function useFiles() {
  const { courseId } = useCourse()
  return useList(lyceum.files.list, { courseId, limit: 100 }, { all: 10_000 }).data ?? []
}

interface Upload {
  path: string
  percent: number
  cancel: () => void
}

/** Files that are picked at once get paths of their own. */
const reserved = new Set<string>()

const uploading = ['upload']

/** Whether a file is on its way: a form that is saved before it arrives would go without it. */
export const useIsUploading = () => useIsMutating({ mutationKey: uploading }) > 0

/** @param atMost bytes of a file, where its place takes less than the school does */
export function useUploads(atMost = Number.POSITIVE_INFINITY) {
  const { courseId } = useCourse()
  const most = Math.min(atMost, useSchool().config?.limits.fileBytes ?? atMost)
  const [running, setRunning] = useState<readonly Upload[]>([])
  const files = useFiles()
  useLeaveGuard({ isUnsaved: () => running.length > 0, question: t('upload.leave') })
  const { mutateAsync } = useMutation({
    mutationKey: uploading,
    mutationFn: async ({ file, path }: { file: File; path: string | undefined }) => {
      const name = path ?? freePath(file, [...files.map((one) => one.path), ...reserved])
      reserved.add(name)
      const abort = new AbortController()
      const show = (percent: number) =>
        setRunning((before) => [
          ...before.filter(({ path }) => path !== name),
          { path: name, percent, cancel: () => abort.abort() },
        ])
      show(0)
      try {
        const done = await uploadFile(lyceum, courseId, file, {
          name,
          signal: abort.signal,
          onProgress: ({ received, bytes }) => show((received / bytes) * 100),
        })
        return done.file
      } finally {
        reserved.delete(name)
        setRunning((before) => before.filter(({ path }) => path !== name))
      }
    },
  })
  /** Sends a file to a path of its own, or to this one. Reports what goes wrong, and rejects. */
  async function upload(file: File, path?: string) {
    if (file.size <= most) return mutateAsync({ file, path })
    const text = t('fileField.tooLarge', { name: file.name, size: showBytes(most) })
    toast({ tone: 'bad', text })
    throw new Error(text)
  }
  const shown = running.length > 0 && (
    <ul className="my-3 flex flex-col gap-2 rounded-lg border border-line p-3">
      {running.map(({ path, percent, cancel }) => (
        <li key={path} className="flex flex-wrap items-center gap-3">
          <bdi className="min-w-0 truncate">{path}</bdi>
          <div className="min-w-40 flex-1">
            <ProgressBar percent={percent} label={path} />
          </div>
          <Button onClick={cancel}>{t('cancel')}</Button>
        </li>
      ))}
    </ul>
  )
  return { files, upload, uploads: shown, most }
}

/** Chooses a free path: pictures go to `img`, all else to `files`; nothing is replaced. */
function freePath(file: File, taken: readonly string[]): string {
  const folder = file.type.startsWith('image/') ? 'img' : 'files'
  const [, name = '', ending = ''] = /^(.*?)(\.[a-z0-9]+)?$/i.exec(file.name) ?? []
  const bases = taken.map((path) => path.replace(/^.*\//, '').replace(/\.[^.]*$/, ''))
  return `${folder}/${slugOf(name, bases)}${ending.toLowerCase()}`
}

interface UploadButtonProps {
  label: string
  onPick: (files: File[]) => Promise<unknown>
  accept?: string | undefined
  isMany?: boolean
}

export function UploadButton({ label, onPick, accept, isMany = true }: UploadButtonProps) {
  return (
    <label className="inline-flex min-h-10 cursor-pointer items-center rounded-lg border border-field px-4 font-medium hover:bg-panel bg-paper text-base text-ink has-focus-visible:outline-2 has-focus-visible:outline-brand">
      {label}
      <input
        type="file"
        accept={accept}
        multiple={isMany}
        className="sr-only"
        onChange={({ target }) => {
          void onPick([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </label>
  )
}
