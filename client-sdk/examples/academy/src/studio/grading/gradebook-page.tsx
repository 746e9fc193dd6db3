import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Csv } from '../../ui/download-button.tsx'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { Accommodations } from './accommodations.tsx'
import { Grades } from './grades.tsx'

export function GradebookPage() {
  const { id: courseId, slug } = useCourse()
  const read = () => lyceum.grades.gradebookCsv.query({ courseId })
  return (
    <Page title={t('studio.gradebook')} actions={<Csv name={`${slug}-gradebook`} read={read} />}>
      <Grades courseId={courseId} />
      <Accommodations />
    </Page>
  )
}
