import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { DetailPage } from '../../ui/data/pages.tsx'
import { Status } from '../../ui/data/parts.tsx'
import { showDay } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { useCourse } from '../courses/course.ts'
import { MessageLearners } from './learner-acts.tsx'
import { Extend, LearnerLessons } from './learner-lessons.tsx'

const { learners } = lyceum

/** Shows one learner, lesson by lesson, and what can be done for them. */
export function LearnerPage() {
  const { courseId } = useCourse()
  return (
    <DetailPage
      get={learners.get}
      input={({ user }) => ({ courseId, userId: user, limit: 1 })}
      title={({ name }) => name}
      lead={({ email }) => email}
      actions={({ userId, dueOn, status }) => (
        <>
          {status !== 'ended' && <MessageLearners courseId={courseId} chosen={[{ userId }]} />}
          {dueOn !== null && <Extend courseId={courseId} userId={userId} />}
          {status !== 'ended' && (
            <ConfirmButton
              name="learners.end"
              run={() => learners.end.mutate({ courseId, userId })}
              leadsTo={() => `/studio/${courseId}/learners`}
            />
          )}
        </>
      )}
      more={(learner) => ({
        progress: <ProgressBar percent={learner.percent} label={t('field.progress')} />,
        status: <Status of={learner.status} />,
        version: learner.version,
        began: showDay(learner.enrolledAt),
        lastActivity: learner.lastActivityAt ? showDay(learner.lastActivityAt) : undefined,
        dueOn: learner.dueOn ? showDay(learner.dueOn) : undefined,
        cohort: learner.cohort ? <bdi>{learner.cohort.name}</bdi> : undefined,
      })}
    >
      {({ userId }) => <LearnerLessons courseId={courseId} userId={userId} />}
    </DetailPage>
  )
}
