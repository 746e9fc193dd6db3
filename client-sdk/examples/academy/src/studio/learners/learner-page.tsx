import type { CourseLearnerPage, LearnersLesson } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge, Facts, ProgressBar } from '../../ui/bits.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showDay, showNumber, showPercent } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { FormDialog } from '../form-dialog.tsx'
import { LoadedPage } from '../loaded-page.tsx'
import { Table } from '../table.tsx'

const route = getRouteApi('/studio/$course/learners/$user')

/** One learner, lesson by lesson, and what one can do for them. */
export function LearnerPage() {
  const { course: courseId, user: userId } = route.useParams()
  const { language } = useCourse()
  const query = useQuery(queryOptions(lyceum.learners.get, { courseId, userId, limit: 100 }))
  return (
    <LoadedPage query={query} title={t('grading.learner')}>
      {(learner) => (
        <Page
          title={learner.name}
          lead={learner.email}
          actions={
            <>
              {learner.dueOn !== null && <Extend courseId={courseId} userId={userId} />}
              {learner.status !== 'ended' && <End courseId={courseId} userId={userId} />}
            </>
          }
        >
          <Summary learner={learner} />
          <Extensions learner={learner} courseId={courseId} />
          <Section title={t('lessons', { count: learner.items.length })}>
            <Table
              label={t('learners.lessons')}
              items={learner.items}
              keyOf={({ lessonKey }) => lessonKey}
              columns={{
                [t('changes.lesson')]: ({ title, required }) => (
                  <>
                    <bdi lang={language}>{title}</bdi>{' '}
                    {!required && <Badge>{t('writing.optional')}</Badge>}
                  </>
                ),
                [t('field.status')]: stateOf,
                [t('learners.attempts')]: ({ attempts }) => <Attempts attempts={attempts} />,
                [t('actions')]: (lesson) => (
                  <div className="flex flex-wrap">
                    <Mark courseId={courseId} userId={userId} lesson={lesson} />
                    <Extend courseId={courseId} userId={userId} lesson={lesson} />
                  </div>
                ),
              }}
            />
          </Section>
        </Page>
      )}
    </LoadedPage>
  )
}

function stateOf({ completedAt, percent, locks }: LearnersLesson): string {
  if (completedAt !== null) return t('learners.doneOn', { day: showDay(completedAt) })
  return locks.length > 0 ? t('learners.locked') : showPercent(percent)
}

function Summary({ learner }: { learner: CourseLearnerPage }) {
  const { percent, status, version, enrolledAt, lastActivityAt, dueOn, cohort } = learner
  return (
    <div className="mb-8 max-w-xl">
      <ProgressBar percent={percent} label={t('learners.progress')} />
      <div className="mt-4">
        <Facts
          facts={{
            [t('field.status')]: t(`field.status.${status}`),
            [t('versions.number')]: showNumber(version),
            [t('learners.since')]: showDay(enrolledAt),
            ...(lastActivityAt && { [t('learners.activity')]: showDay(lastActivityAt) }),
            ...(dueOn && { [t('learners.due')]: showDay(dueOn) }),
            ...(cohort && { [t('field.cohort')]: <bdi>{cohort.name}</bdi> }),
          }}
        />
      </div>
    </div>
  )
}

function Attempts({ attempts }: Pick<LearnersLesson, 'attempts'>) {
  return attempts.map(({ id, number, status, passed, percent }) => (
    <p key={id} className="whitespace-nowrap">
      {showNumber(number)}. {t(`attemptState.${status}`)}
      {percent !== null && ` · ${showPercent(percent)}`}{' '}
      {passed !== null && (
        <Badge tone={passed ? 'good' : 'bad'}>
          {t(passed ? 'attemptState.passed' : 'attemptState.failed')}
        </Badge>
      )}
    </p>
  ))
}

interface OfLearner {
  courseId: string
  userId: string
}

function Mark({ courseId, userId, lesson }: OfLearner & { lesson: LearnersLesson }) {
  const { lessonKey: key, completedAt, title } = lesson
  const done = completedAt === null
  const name = t(done ? 'learners.mark' : 'learners.reopen')
  return (
    <FormDialog
      label={name}
      title={`${name}: ${title}`}
      look="quiet"
      intro={t('learners.mailed')}
      kinds={{ reason: 'text!' }}
      done={t('saved')}
      onSubmit={({ reason }) =>
        lyceum.learners.markLesson.mutate({ courseId, userId, key, done, reason })
      }
    />
  )
}

function Extend({ courseId, userId, lesson }: OfLearner & { lesson?: LearnersLesson }) {
  return (
    <FormDialog
      label={t('learners.extend')}
      title={`${t('learners.extend')}${lesson === undefined ? '' : `: ${lesson.title}`}`}
      look={lesson === undefined ? 'normal' : 'quiet'}
      intro={t('learners.mailed')}
      kinds={{ dueOn: 'date!', reason: 'text!' }}
      done={t('saved')}
      onSubmit={(values) =>
        lyceum.learners.extend.mutate({
          courseId,
          userId,
          ...values,
          ...(lesson && { lessonKey: lesson.lessonKey }),
        })
      }
    />
  )
}

function Extensions({ learner, courseId }: { learner: CourseLearnerPage; courseId: string }) {
  const { userId, extensions } = learner
  if (extensions.length === 0) return null
  return (
    <Section title={t('learners.extensions')}>
      <ul className="flex flex-col gap-2">
        {extensions.map(({ lessonKey, dueOn, reason }) => (
          <li key={lessonKey} className="flex flex-wrap items-center gap-3">
            {showDay(dueOn)} · <bdi>{lessonKey ?? t('learners.wholeCourse')}</bdi> ·{' '}
            <bdi>{reason}</bdi>
            <ConfirmButton
              label={t('learners.revoke')}
              text={t('learners.mailed')}
              done={t('saved')}
              onConfirm={() =>
                lyceum.learners.revokeExtension.mutate({
                  courseId,
                  userId,
                  ...(lessonKey !== null && { lessonKey }),
                })
              }
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function End({ courseId, userId }: OfLearner) {
  const navigate = useNavigate()
  return (
    <ConfirmButton
      label={t('learners.end')}
      text={t('learners.endText')}
      done={t('learners.ended')}
      onConfirm={async () => {
        await lyceum.learners.end.mutate({ courseId, userId })
        await navigate({ to: '/studio/$course/learners', params: { course: courseId } })
      }}
    />
  )
}
