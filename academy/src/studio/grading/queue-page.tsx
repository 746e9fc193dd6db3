import { lyceum } from '../../lyceum.ts'
import { useLessonTitles } from '../../ui/data/lesson-titles.ts'
import { ListPage } from '../../ui/data/pages.tsx'
import { Named } from '../../ui/data/parts.tsx'
import { picks } from '../../ui/picks/picks.tsx'
import { HandedInAndClaimed } from './grading-page.tsx'
import { useQueueFilters } from './queue.ts'

/** What waits for a grader, in all courses. */
export function QueuePage() {
  const { courseId } = useQueueFilters()
  const lessonKey = useLessonTitles(courseId)
  return (
    <ListPage
      title="queue"
      list={lyceum.submissions.queue}
      filters={{ courseId: picks.course, cohortId: picks.cohort, ...(courseId && { lessonKey }) }}
      href={(one) => `/studio/grading/${one.courseId}/${one.id}`}
      carries={{}}
      columns={{
        learner: ({ learner }) => <Named name={learner.name} />,
        lesson: ({ lessonTitle, courseTitle }) => (
          <>
            <bdi>{lessonTitle}</bdi>
            <bdi className="block text-muted">{courseTitle}</bdi>
          </>
        ),
        handedIn: HandedInAndClaimed,
      }}
    />
  )
}
