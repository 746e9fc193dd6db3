import type { WaitingSubmission } from '@lyceum/sdk'
import { submissionStatus } from '@lyceum/sdk/staff-values'
import { lyceum } from '../../lyceum.ts'
import { language, t } from '../../texts/texts.ts'
import { useLessonTitles } from '../../ui/data/lesson-titles.ts'
import { ListPage } from '../../ui/data/pages.tsx'
import { Named, Status } from '../../ui/data/parts.tsx'
import { showInstant } from '../../ui/format.ts'
import { useCourse } from '../courses/course.ts'

/** What learners of a course handed in. */
export function GradingPage() {
  const { courseId, language } = useCourse()
  return (
    <ListPage
      title="studio.grading"
      list={lyceum.submissions.list}
      input={{ courseId, status: 'waiting' }}
      filters={{ status: submissionStatus, lessonKey: useLessonTitles(courseId) }}
      href={({ id }) => `/studio/grading/${courseId}/${id}`}
      carries={{ courseId }}
      columns={{
        learner: ({ learner }) => <Named name={learner.name} />,
        lesson: ({ lessonTitle }) => <bdi lang={language}>{lessonTitle}</bdi>,
        handedIn: HandedInAndClaimed,
      }}
    />
  )
}

/** In one column: phones are narrow. */
export function HandedInAndClaimed(submission: WaitingSubmission) {
  return (
    <>
      <HandedIn {...submission} />
      <span className="block text-muted">
        <ClaimedBy {...submission} />
      </span>
    </>
  )
}

export function HandedIn({
  submittedAt,
  isLate,
}: Pick<WaitingSubmission, 'submittedAt' | 'isLate'>) {
  return (
    <>
      {showInstant(submittedAt)} {isLate && <Status of="late" />}
    </>
  )
}

/** A claim ends today. */
const times = new Intl.DateTimeFormat(language, { timeStyle: 'short' })

export function ClaimedBy(
  one: Pick<WaitingSubmission, 'claimedBy' | 'claimedUntil' | 'isClaimedByYou'>,
) {
  if (one.claimedBy === null) return null
  const until = one.claimedUntil === null ? '' : times.format(new Date(one.claimedUntil))
  const name = one.claimedBy
  return one.isClaimedByYou ? t('grading.claimedByYou') : t('grading.claimedBy', { name, until })
}
