import { useSearch } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { ListPage } from '../../ui/data/pages.tsx'
import { Named } from '../../ui/data/parts.tsx'
import { ClaimedBy, HandedIn } from './grading-page.tsx'

/** What waits for a grader, in all courses. */
export function QueuePage() {
  const { courseId }: { courseId?: string } = useSearch({ strict: false })
  const { data } = useRead(lyceum.submissions.queueSummary, {})
  const { lessons = [], cohorts = [] } = data ?? {}
  const ofCourse = lessons.filter((one) => courseId === undefined || one.courseId === courseId)
  const named = (options: (readonly [id: string, name: string])[]) => Object.fromEntries(options)
  return (
    <ListPage
      title="queue"
      list={lyceum.submissions.queue}
      filters={{
        courseId: named(lessons.map((one) => [one.courseId, one.courseTitle])),
        lessonKey: named(
          ofCourse.map(({ lessonKey, lessonTitle, count }) => [
            lessonKey,
            `${lessonTitle} (${count})`,
          ]),
        ),
        cohortId: named(cohorts.map(({ id, name, count }) => [id, `${name} (${count})`])),
      }}
      href={(one) => `/studio/grading/${one.courseId}/${one.id}`}
      carries={{}}
      columns={{
        learner: ({ learner }) => <Named name={learner.name} />,
        lesson: ({ lessonTitle }) => <bdi>{lessonTitle}</bdi>,
        course: ({ courseTitle }) => <bdi>{courseTitle}</bdi>,
        handedIn: HandedIn,
        claimedBy: ClaimedBy,
      }}
    />
  )
}
