import { Navigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { useCourse } from '../courses/course.ts'
import { ImportCourse } from './import-course.tsx'
import { OutlineEditor } from './outline-editor.tsx'

export function OutlinePage() {
  const { courseId, may, canWrite, managedBy } = useCourse()
  const params = { course: courseId }
  const elsewhere = may('readLearners') ? 'learners' : 'grading'
  if (!may('read')) return <Navigate to={`/studio/$course/${elsewhere}`} params={params} replace />
  return (
    <DetailPage
      get={lyceum.drafts.get}
      input={() => ({ courseId })}
      title="studio.outline"
      actions={({ revision }) => (
        <>
          <ButtonLink to="/studio/$course/preview" params={params}>
            {t('writing.see')}
          </ButtonLink>
          {canWrite && (
            <>
              <ImportCourse revision={revision} />
              <ButtonLink to="/studio/$course/publish" params={params}>
                {t('studio.publish')}
              </ButtonLink>
            </>
          )}
        </>
      )}
      above={
        managedBy === 'folder' && (
          <p className="mb-4 rounded-lg border border-warn px-3 py-2">{t('sections.elsewhere')}</p>
        )
      }
    >
      {(draft) => <OutlineEditor draft={draft} />}
    </DetailPage>
  )
}
