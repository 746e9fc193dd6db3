import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ListPage } from '../../ui/data/pages.tsx'
import { showBytes, showDay } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { OutsideLink } from '../../ui/link.tsx'
import { useCourse } from '../courses/course.ts'
import { UploadButton, useUploads } from './use-uploads.tsx'

export function FilesPage() {
  const { courseId, canWrite } = useCourse()
  const { upload, uploads } = useUploads()
  const pick = (files: File[]) => Promise.allSettled(files.map((file) => upload(file)))
  return (
    <ListPage
      title="studio.files"
      actions={canWrite && <UploadButton label={t('courseFiles.upload')} onPick={pick} />}
      above={uploads}
      list={lyceum.files.list}
      input={{ courseId }}
      columns={{
        file: ({ path, url, type }) => (
          <OutsideLink href={url} className="flex items-center gap-3 text-brand hover:underline">
            {type.startsWith('image/') && (
              <img src={url} alt="" className="size-10 rounded object-cover" />
            )}
            <bdi>{path}</bdi>
          </OutsideLink>
        ),
        type: ({ type }) => type,
        size: ({ bytes }) => showBytes(bytes),
        added: ({ addedAt }) => showDay(addedAt),
        actions: ({ path }) =>
          canWrite && (
            <ConfirmButton
              name="courseFiles.remove"
              icon={<TrashIcon />}
              label={t('listEditor.remove', { name: path })}
              look="quiet"
              run={() => lyceum.files.remove.mutate({ courseId, path })}
            />
          ),
      }}
    />
  )
}
