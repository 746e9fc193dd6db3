import { lyceum } from '../../lyceum.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { ListPage } from '../../ui/data/pages.tsx'
import { Named } from '../../ui/data/parts.tsx'
import { ClaimedBy, HandedIn } from './grading-page.tsx'
import { SearchSelect, useQueueFilters } from './search-select.tsx'

/** What waits for a grader, in all courses. */
export function QueuePage() {
  const filters = useQueueFilters()
  const { data } = useRead(lyceum.submissions.queueSummary, {})
  const { lessons = [], cohorts = [] } = data ?? {}
  const ofCourse = lessons.filter(({ courseId }) => courseId === (filters.courseId ?? courseId))
  const named = (options: (readonly [id: string, name: string])[]) => Object.fromEntries(options)
  const counted = (name: string, count: number) => `${name} (${count})`
  return (
    <ListPage
      title="queue"
      list={lyceum.submissions.queue}
      input={filters}
      above={
        <div className="mb-5 flex flex-wrap gap-3">
          <SearchSelect
            name="courseId"
            options={named(lessons.map((one) => [one.courseId, one.courseTitle]))}
          />
          <SearchSelect
            name="lessonKey"
            options={named(
              ofCourse.map((one) => [one.lessonKey, counted(one.lessonTitle, one.count)]),
            )}
          />
          <SearchSelect
            name="cohortId"
            options={named(cohorts.map(({ id, name, count }) => [id, counted(name, count)]))}
          />
        </div>
      }
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
