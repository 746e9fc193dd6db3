import { lyceum } from '../lyceum.ts'
import { Grades } from '../studio/grading/grades.tsx'
import { t } from '../texts/texts.ts'
import { Csv } from '../ui/data/download-button.tsx'
import { Empty } from '../ui/data/loaded.tsx'
import { useFilters } from '../ui/forms/filters.tsx'
import { Page } from '../ui/page.tsx'
import { picks } from '../ui/picks/picks.tsx'

export function GradebookPage() {
  const { input, bar } = useFilters<{ course: string }>({ course: picks.course })
  const courseId = input.course
  const read = async () => lyceum.grades.gradebookCsv.query({ courseId: courseId ?? '' })
  return (
    <Page title={t('gradebook')} actions={courseId && <Csv name="grades" read={read} />}>
      {bar}
      {courseId ? <Grades courseId={courseId} /> : <Empty>{t('gradebook.choose')}</Empty>}
    </Page>
  )
}
