import type { LearnersLesson } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { useRead } from '../../ui/data/loaded.tsx'
import { ListTable } from '../../ui/data/pages.tsx'
import { Status } from '../../ui/data/parts.tsx'
import { showDay, showNumber, showPercent } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { Section } from '../../ui/page.tsx'

const { learners } = lyceum

interface OfLearner {
  courseId: string
  userId: string
}

/** Shows a learner's progress lesson by lesson, and what a teacher can do about it. */
export function LearnerLessons(ids: OfLearner) {
  return (
    <>
      <Extensions {...ids} />
      <ListTable
        isSection
        title="learners.lessons"
        list={learners.get}
        input={ids}
        columns={{
          lesson: ({ title, required }) => (
            <>
              <bdi>{title}</bdi> {!required && <Badge>{t('lesson.optional')}</Badge>}
            </>
          ),
          status: stateOf,
          dueOn: ({ dueOn }) => dueOn && showDay(dueOn),
          attempts: ({ attempts }) => attempts.length > 0 && <Attempts attempts={attempts} />,
          actions: (lesson) => (
            <div className="flex flex-wrap">
              <Mark {...ids} lesson={lesson} />
              {lesson.dueOn !== null && <Extend {...ids} lesson={lesson} />}
            </div>
          ),
        }}
      />
    </>
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
      to={learners.markLesson}
      input={{ ...ids, key, done }}
      fields={['reason']}
    />
  )
}

export function Extend({ lesson, ...ids }: OfLearner & { lesson?: LearnersLesson }) {
  return (
    <FormDialog
      name="learners.extend"
      title={`${t('learners.extend')}: ${lesson?.title ?? t('learners.wholeCourse')}`}
      look={lesson === undefined ? 'normal' : 'quiet'}
      intro={t('learners.mailed')}
      to={learners.extend}
      input={{ ...ids, lessonKey: lesson?.lessonKey }}
      fields={['dueOn', 'reason']}
    />
  )
}

function Extensions(ids: OfLearner) {
  const { data } = useRead(learners.get, { ...ids, limit: 1 })
  if (data === undefined || data.extensions.length === 0) return null
  return (
    <Section title={t('learners.extensions')}>
      <ul className="flex flex-col gap-2">
        {data.extensions.map(({ lessonKey, dueOn, reason }) => (
          <li key={lessonKey} className="flex flex-wrap items-center gap-3">
            {showDay(dueOn)} · <bdi>{lessonKey ?? t('learners.wholeCourse')}</bdi> ·{' '}
            <bdi>{reason}</bdi>
            <ConfirmButton
              name="learners.revoke"
              text={t('learners.mailed')}
              run={() =>
                learners.revokeExtension.mutate({ ...ids, lessonKey: lessonKey ?? undefined })
              }
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
