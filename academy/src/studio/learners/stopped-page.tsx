import { lyceum } from '../../lyceum.ts'
import { ListPage } from '../../ui/data/pages.tsx'
import { useCourse } from '../courses/course.ts'
import { LearnerActs } from './learner-acts.tsx'
import { learnerTable } from './learner-table.tsx'

/** Lists learners who began, and then stopped: those to write to. */
export function StoppedPage() {
  const { courseId } = useCourse()
  return (
    <ListPage
      {...learnerTable('studio.stopped', (userId) => `/studio/${courseId}/learners/${userId}`)}
      acts={(chosen) => <LearnerActs courseId={courseId} chosen={chosen} />}
      list={lyceum.learners.stuck}
      input={{ courseId, days: 14 }}
      filters={{ days: [7, 14, 30, 90], cohort: 'text' }}
    />
  )
}
