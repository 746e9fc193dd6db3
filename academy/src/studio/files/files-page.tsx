import type { ListedFile } from '@lyceum/sdk'
import { fileKind } from '@lyceum/sdk/staff-values'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ListPage } from '../../ui/data/pages.tsx'
import { showBytes, showDay } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { TextLink } from '../../ui/link.tsx'
import { titleOf } from '../../ui/names.ts'
import { toast } from '../../ui/toasts.ts'
import { useCourse } from '../courses/course.ts'
import { TakeFiles } from './file-field.tsx'
import { FilePreview, showType } from './file-preview.tsx'
import { UploadButton, useUploads } from './use-uploads.tsx'

export function FilesPage() {
  const { courseId, canWrite } = useCourse()
  return (
    <ListPage
      title="studio.files"
      above={
        canWrite && (
          <div className="mb-5">
            <TakeFiles label={t('courseFiles.upload')} isMany onTake={() => {}} />
          </div>
        )
      }
      list={lyceum.files.list}
      input={{ courseId, withUses: true }}
      filters={{ q: 'text', kind: fileKind }}
      columns={{
        file: ({ path, url, type }) => (
          <span className="flex min-w-40 items-center gap-3">
            {type.startsWith('image/') && (
              <img src={url} alt="" loading="lazy" className="size-10 rounded object-cover" />
            )}
            <bdi className="break-all">{path}</bdi>
          </span>
        ),
        type: ({ type }) => showType(type),
        size: ({ bytes }) => showBytes(bytes),
        usedIn: ({ uses }) =>
          uses ? t('courseFiles.uses', { count: uses }) : t('courseFiles.unused'),
        added: ({ addedAt }) => showDay(addedAt),
      }}
      more={(file) => ({ file: <FilePreview file={file} />, usedIn: <Uses file={file} /> })}
      buttons={(file, close) => canWrite && <FileButtons file={file} close={close} />}
    />
  )
}

/** Where the draft names the file, with a link to each lesson. */
function Uses({ file: { uses, usedIn } }: { file: ListedFile }) {
  const { courseId } = useCourse()
  const places = usedIn ?? []
  const more = (uses ?? 0) - places.length
  if (places.length === 0) return t('courseFiles.unused')
  return (
    <ul>
      {places.map(({ lessonKey, title }) => (
        <li key={lessonKey}>
          {lessonKey === null ? (
            titleOf('cover')
          ) : (
            <TextLink
              to="/studio/$course/lesson/$key"
              params={{ course: courseId, key: lessonKey }}
            >
              <bdi>{title}</bdi>
            </TextLink>
          )}
        </li>
      ))}
      {more > 0 && <li>{t('courseFiles.moreUses', { count: more })}</li>}
    </ul>
  )
}

interface FileButtonsProps {
  file: ListedFile
  close: () => void
}

function FileButtons({ file: { path, type, uses }, close }: FileButtonsProps) {
  const { courseId } = useCourse()
  const { upload, uploads } = useUploads()
  const [kind] = type.split('/')
  return (
    <>
      <FormDialog
        name="courseFiles.rename"
        to={lyceum.files.rename}
        input={{ courseId, path }}
        fields={['newPath']}
        defaults={{ newPath: path }}
        intro={t('courseFiles.renames', { count: uses ?? 0 })}
        send={async (input) => {
          const renamed = await lyceum.files.rename.mutate(input)
          close()
          toast({ tone: 'good', text: t('courseFiles.renamed', { count: renamed.uses }) })
        }}
      />
      <UploadButton
        label={t('courseFiles.replace')}
        accept={kind === 'application' ? undefined : `${kind}/*`}
        isMany={false}
        onPick={async ([picked]) => {
          // A failed one reports itself.
          if (picked) await upload(picked, path).catch(() => undefined)
        }}
      />
      <ConfirmButton
        name="courseFiles.remove"
        run={() => lyceum.files.remove.mutate({ courseId, path }).then(close)}
      />
      <p className="w-full text-sm text-muted">{t('courseFiles.replaceHint')}</p>
      {uploads && <div className="w-full">{uploads}</div>}
    </>
  )
}
