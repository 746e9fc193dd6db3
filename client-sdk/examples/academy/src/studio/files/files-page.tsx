import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showBytes, showDay } from '../../ui/format.ts'
import { TrashIcon } from '../../ui/icons.tsx'
import { OutsideLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { useCanWrite, useCourse } from '../courses/course.ts'
import { ListTable } from '../table.tsx'
import { UploadButton, useFiles, useUploads } from './use-uploads.tsx'

/** Pictures, videos and other files of the course. */
export function FilesPage() {
  const course = useCourse()
  const courseId = course.id
  const canWrite = useCanWrite(course)
  const query = useFiles(courseId)
  const { upload, uploads } = useUploads(courseId)
  const pick = (files: File[]) => void Promise.allSettled(files.map((file) => upload(file)))
  return (
    <Page
      title={t('studio.files')}
      lead={t('courseFiles.lead')}
      actions={canWrite && <UploadButton label={t('courseFiles.upload')} onPick={pick} />}
    >
      {uploads}
      <ListTable
        query={query}
        empty={t('courseFiles.empty')}
        label={t('studio.files')}
        keyOf={({ path }) => path}
        columns={{
          [t('field.file')]: ({ path, url, type }) => (
            <OutsideLink href={url} className="flex items-center gap-3 text-brand hover:underline">
              {type.startsWith('image/') && (
                <img src={url} alt="" className="size-10 rounded object-cover" />
              )}
              <bdi>{path}</bdi>
            </OutsideLink>
          ),
          [t('field.type')]: ({ type }) => type,
          [t('courseFiles.size')]: ({ bytes }) => showBytes(bytes),
          [t('courseFiles.added')]: ({ addedAt }) => showDay(addedAt),
          [t('actions')]: ({ path }) =>
            canWrite && (
              <ConfirmButton
                label={<TrashIcon />}
                name={t('listEditor.remove', { name: path })}
                look="quiet"
                text={t('courseFiles.removeText')}
                onConfirm={() => lyceum.files.remove.mutate({ courseId, path })}
              />
            ),
        }}
      />
    </Page>
  )
}
