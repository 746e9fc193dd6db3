import type { CourseLearnerPage, LearnersLesson } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge, ProgressBar } from '../../ui/bits.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay, showNumber, showPercent } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { DetailPage } from '../../ui/pages.tsx'
import { Status } from '../../ui/parts.tsx'
import { Table } from '../../ui/table.tsx'
import { useCourse } from '../courses/course.ts'

const { learners } = lyceum

/** One learner, lesson by lesson, and what one can do for them. */
export function LearnerPage() {
  const { id: courseId } = useCourse()
  return (
    <DetailPage
      get={learners.get}
      input={({ user }) => ({ courseId, userId: user, limit: 100 })}
      title={({ name }) => name}
      lead={({ email }) => email}
      actions={({ userId, dueOn, status }) => (
        <>
          {dueOn !== null && <Extend courseId={courseId} userId={userId} />}
          {status !== 'ended' && <End courseId={courseId} userId={userId} />}
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
      {(learner) => (
        <>
          <Extensions learner={learner} courseId={courseId} />
          <Section title={t('lessons', { count: learner.items.length })}>
            <Lessons learner={learner} courseId={courseId} />
          </Section>
        </>
      )}
    </DetailPage>
  )
}

interface LearnerProps {
  courseId: string
  learner: CourseLearnerPage
}

function Lessons({ courseId, learner: { userId, items } }: LearnerProps) {
  const { language } = useCourse()
  return (
    <Table
      label={t('learners.lessons')}
      items={items}
      keyOf={({ lessonKey }) => lessonKey}
      columns={{
        lesson: ({ title, required }) => (
          <>
            <bdi lang={language}>{title}</bdi> {!required && <Badge>{t('lesson.optional')}</Badge>}
          </>
        ),
        status: stateOf,
        attempts: ({ attempts }) => attempts.length > 0 && <Attempts attempts={attempts} />,
        actions: (lesson) => (
          <div className="flex flex-wrap">
            <Mark courseId={courseId} userId={userId} lesson={lesson} />
            <Extend courseId={courseId} userId={userId} lesson={lesson} />
          </div>
        ),
      }}
    />
  )
}

function stateOf({ completedAt, percent, locks }: LearnersLesson): string {
  if (completedAt !== null) return t('learners.doneOn', { day: showDay(completedAt) })
  return locks.length > 0 ? t('learners.locked') : showPercent(percent)
}

function Attempts({ attempts }: Pick<LearnersLesson, 'attempts'>) {
  return attempts.map(({ id, number, status, passed, percent }) => (
    <p key={id} className="whitespace-nowrap">
      {showNumber(number)}. {percent !== null && showPercent(percent)}{' '}
      <Status of={passed === null ? status : passed ? 'passed' : 'notPassed'} />
    </p>
  ))
}

interface OfLearner {
  courseId: string
  userId: string
}

function Mark({ lesson, ...ids }: OfLearner & { lesson: LearnersLesson }) {
  const { lessonKey: key, completedAt, title } = lesson
  const done = completedAt === null
  const name = done ? 'learners.mark' : 'learners.reopen'
  return (
    <FormDialog
      name={name}
      title={`${t(name)}: ${title}`}
      look="quiet"
      intro={t('learners.mailed')}
      kinds={{ reason: 'text!' }}
      send={({ reason }) => learners.markLesson.mutate({ ...ids, key, done, reason })}
    />
  )
}

function Extend({ lesson, ...ids }: OfLearner & { lesson?: LearnersLesson }) {
  return (
    <FormDialog
      name="learners.extend"
      title={`${t('learners.extend')}${lesson === undefined ? '' : `: ${lesson.title}`}`}
      look={lesson === undefined ? 'normal' : 'quiet'}
      intro={t('learners.mailed')}
      kinds={{ dueOn: 'date!', reason: 'text!' }}
      send={(values) => learners.extend.mutate({ ...ids, ...values, lessonKey: lesson?.lessonKey })}
    />
  )
}

function Extensions({ learner: { userId, extensions }, courseId }: LearnerProps) {
  if (extensions.length === 0) return null
  return (
    <Section title={t('learners.extensions')}>
      <ul className="flex flex-col gap-2">
        {extensions.map(({ lessonKey, dueOn, reason }) => (
          <li key={lessonKey} className="flex flex-wrap items-center gap-3">
            {showDay(dueOn)} · <bdi>{lessonKey ?? t('learners.wholeCourse')}</bdi> ·{' '}
            <bdi>{reason}</bdi>
            <ConfirmButton
              name="learners.revoke"
              text={t('learners.mailed')}
              run={() => {
                const ids = { courseId, userId, lessonKey: lessonKey ?? undefined }
                return learners.revokeExtension.mutate(ids)
              }}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function End(ids: OfLearner) {
  const navigate = useNavigate()
  return (
    <ConfirmButton
      name="learners.end"
      run={async () => {
        await learners.end.mutate(ids)
        await navigate({ to: '/studio/$course/learners', params: { course: ids.courseId } })
      }}
    />
  )
}
