import { submissionStatus } from '@lyceum/sdk/values'
import { lyceum } from '../../lyceum.ts'
import { ListPage } from '../../ui/data/pages.tsx'
import { Named, Status } from '../../ui/data/parts.tsx'
import { showInstant } from '../../ui/format.ts'
import { useCourse } from '../courses/course.ts'

export function GradingPage() {
  const { courseId, language } = useCourse()
  return (
    <ListPage
      title="studio.grading"
      list={lyceum.submissions.list}
      input={{ courseId, status: 'waiting' }}
      filters={{ status: submissionStatus }}
      href={({ id }) => `/studio/${courseId}/grading/${id}`}
      columns={{
        learner: ({ learner }) => <Named name={learner.name} />,
        lesson: ({ lessonTitle }) => <bdi lang={language}>{lessonTitle}</bdi>,
        handedIn: ({ submittedAt, isLate }) => (
          <>
            {showInstant(submittedAt)} {isLate && <Status of="late" />}
          </>
        ),
        claimedBy: ({ claimedBy }) => claimedBy && <bdi>{claimedBy}</bdi>,
      }}
    />
  )
}
