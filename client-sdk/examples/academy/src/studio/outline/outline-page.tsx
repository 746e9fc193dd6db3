import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { useCanWrite, useCourse, useMay } from '../courses/course.ts'
import { OutlineEditor } from './outline-editor.tsx'

export function OutlinePage() {
  const course = useCourse()
  const may = useMay(course)
  const params = { course: course.id }
  if (may('read')) return <Outline />
  if (may('teach')) return <Navigate to="/studio/$course/learners" params={params} replace />
  return <Navigate to="/studio/$course/grading" params={params} replace />
}

function Outline() {
  const course = useCourse()
  const canWrite = useCanWrite(course)
  const draft = useQuery({
    ...queryOptions(lyceum.drafts.get, { courseId: course.id }),
    // Others may write, too.
    staleTime: 0,
  })
  return (
    <Page
      title={t('studio.outline')}
      lead={t('studio.outline.lead')}
      actions={
        canWrite && (
          <>
            {draft.data && <ImportZip revision={draft.data.revision} />}
            <ButtonLink to="/studio/$course/publish" params={{ course: course.id }}>
              {t('studio.publish')}
            </ButtonLink>
          </>
        )
      }
    >
      {course.managedBy === 'folder' && (
        <p className="mb-4 rounded-lg border border-warn px-3 py-2">{t('sections.elsewhere')}</p>
      )}
      <Loaded query={draft}>
        {(draft) => <OutlineEditor draft={draft} canWrite={canWrite} />}
      </Loaded>
    </Page>
  )
}

function ImportZip({ revision }: { revision: number }) {
  const { id: courseId } = useCourse()
  return (
    <FormDialog
      name="authored.import"
      kinds={{ zip: 'file!' }}
      send={({ zip }) => lyceum.authoring.import.mutate({ courseId, revision, zip })}
    />
  )
}
