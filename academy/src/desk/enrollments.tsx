import type { AdminEnrollment, ProgressReset } from '@lyceum/sdk'
import { accessState } from '@lyceum/sdk/staff-values'
import { enrollmentSource } from '@lyceum/sdk/values'
import { useSearch } from '@tanstack/react-router'
import { lyceum } from '../lyceum.ts'
import { useMay } from '../session/session.ts'
import { LearnerLessons } from '../studio/learners/learner-lessons.tsx'
import { t } from '../texts/texts.ts'
import { useLessonTitles } from '../ui/data/lesson-titles.ts'
import { Read } from '../ui/data/loaded.tsx'
import { detailPage, listPage, type TableOptions } from '../ui/data/pages.tsx'
import { DeskLink, FactList, Named, Status } from '../ui/data/parts.tsx'
import { showDay, showInstant, showPercent } from '../ui/format.ts'
import { ConfirmButton, DialogButton } from '../ui/forms/dialog.tsx'
import { ForetoldForm } from '../ui/forms/foretold-form.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { nameOf } from '../ui/names.ts'
import { Panel } from '../ui/page.tsx'
import { picks } from '../ui/picks/picks.tsx'
import { EnrollmentActs, MessageLearners } from './acts/acts.tsx'

const { learners } = lyceum
const { enrollments } = lyceum.admin

export const enrollmentTable: TableOptions<AdminEnrollment> = {
  title: 'enrollments',
  acts: (chosen) => <EnrollmentActs chosen={chosen} />,
  keyOf: ({ userId, courseId }) => `${userId} ${courseId}`,
  href: ({ userId, courseId }) => `/desk/enrollments/${userId}/${courseId}`,
  columns: {
    learner: (enrollment) => <Named {...enrollment} />,
    course: ({ courseTitle }) => <bdi>{courseTitle}</bdi>,
    status: ({ status, completedAt }) => (
      <Status of={completedAt !== null && status === 'active' ? 'completed' : status} />
    ),
    givenBy: (enrollment) => <Ways {...enrollment} />,
    began: ({ enrolledAt }) => showDay(enrolledAt),
    ends: ({ endsOn }) => endsOn && showDay(endsOn),
  },
}

/** Lists all ways into the course with their ends; if access has ended, its source. */
function Ways({ source, ways }: AdminEnrollment) {
  if (ways.length === 0) return nameOf(source)
  return (
    <ul>
      {ways.map((way) => (
        <li key={`${way.source} ${way.id}`}>
          <WayName {...way} />{' '}
          <span className="text-muted">
            {way.endsOn === null ? t('way.always') : t('way.until', { day: showDay(way.endsOn) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function WayName({ source, id, name }: AdminEnrollment['ways'][number]) {
  if (id === null) return nameOf(source)
  const page = source === 'cohort' ? 'cohorts' : 'reports'
  return (
    <DeskLink to={`/desk/${page}/${id}`}>
      <bdi>{name ?? nameOf(source)}</bdi>
    </DeskLink>
  )
}

export const EnrollmentsPage = listPage({
  ...enrollmentTable,
  actions: (
    <FormDialog
      name="learners.enroll"
      needs="enrollments:write"
      look="primary"
      to={learners.enroll}
      fields={['user', 'courseId', 'endsAt', 'cohort', 'waive']}
      result={({ outcome }) => t(`enrollments.${outcome}`)}
    />
  ),
  above: <Seats />,
  list: enrollments.list,
  filters: {
    course: picks.course,
    user: picks.person,
    cohort: picks.cohort,
    status: accessState,
    source: enrollmentSource,
    completed: 'flag',
    from: 'day',
    endsBefore: 'day',
  },
})

/** Shows the seats of the chosen course. */
function Seats() {
  const { course: courseId }: { course?: string } = useSearch({ strict: false })
  if (courseId === undefined) return null
  return (
    <Panel className="mb-5 flex flex-wrap items-end justify-between gap-3">
      <Read of={learners.seats} input={{ courseId }}>
        {(limits) => (
          <>
            <FactList
              of={{
                seats:
                  limits.seats === null
                    ? t('seats.any')
                    : t('seats.taken', { taken: limits.taken, seats: limits.seats }),
                opensAt: limits.opensOn && showDay(limits.opensOn),
                closesAt: limits.closesOn && showDay(limits.closesOn),
              }}
            />
            <div className="flex flex-wrap gap-2">
              <FormDialog
                name="seats.set"
                needs="enrollments:write"
                to={learners.setSeats}
                input={{ courseId }}
                fields={['seats', 'opensAt', 'closesAt']}
                of={{ ...limits, opensAt: limits.opensOn, closesAt: limits.closesOn }}
              />
              <ConfirmButton
                name="seats.remove"
                needs="enrollments:write"
                run={() => learners.removeSeats.mutate({ courseId })}
              />
            </div>
          </>
        )}
      </Read>
    </Panel>
  )
}

export const EnrollmentPage = detailPage({
  get: enrollments.get,
  input: ({ id, course }) => ({ userId: id, courseId: course }),
  title: ({ name, courseTitle }) => `${name}: ${courseTitle}`,
  actions: (enrollment) => <Actions {...enrollment} />,
  columns: enrollmentTable.columns,
  more: ({ userId, email, courseId, courseTitle, cohortId, ...enrollment }) => ({
    learner: <DeskLink to={`/desk/users/${userId}`}>{email}</DeskLink>,
    course: <DeskLink to={`/desk/reports/${courseId}`}>{courseTitle}</DeskLink>,
    cohort: cohortId ? (
      <DeskLink to={`/desk/cohorts/${cohortId}`}>{t('enrollment.cohort')}</DeskLink>
    ) : undefined,
    version: enrollment.courseVersion,
    lastActivity: enrollment.lastActivityAt && showInstant(enrollment.lastActivityAt),
    completedOn: enrollment.completedAt && showInstant(enrollment.completedAt),
  }),
  children: (enrollment) => <Lessons {...enrollment} />,
})

function Lessons({ userId, courseId }: AdminEnrollment) {
  return useMay()('courses:own') && <LearnerLessons userId={userId} courseId={courseId} />
}

function Actions(enrollment: AdminEnrollment) {
  const may = useMay()
  const { userId, courseId, status } = enrollment
  const ids = { userId, courseId }
  const titles = useLessonTitles(courseId)
  if (!may('enrollments:write')) return null
  return (
    <>
      <MessageLearners chosen={[enrollment]} />
      <FormDialog
        name="enrollment.mark"
        to={learners.markLesson}
        input={ids}
        fields={['key', 'done', 'reason']}
        looks={{
          key: titles,
          done: { true: t('enrollment.markDone'), false: t('learners.reopen') },
        }}
      />
      <FormDialog
        name="learners.extend"
        to={learners.extend}
        input={ids}
        fields={['lessonKey', 'dueOn', 'reason']}
        looks={{ lessonKey: { '': t('learners.wholeCourse'), ...titles } }}
      />
      <FormDialog
        name="learners.revoke"
        to={learners.revokeExtension}
        input={ids}
        fields={['lessonKey']}
        looks={{ lessonKey: { '': t('learners.wholeCourse'), ...titles } }}
      />
      <FormDialog
        name="enrollment.setEnd"
        to={enrollments.setEnd}
        input={{ ...ids, endsAt: enrollment.endsAt }}
        fields={['endsAt']}
        of={{ endsAt: enrollment.endsOn }}
      />
      <DialogButton label={t('enrollment.reset')} look="danger">
        {(close) => (
          <ForetoldForm
            foretell={t('enrollment.reset')}
            look="danger"
            above={<p className="text-muted">{t('enrollment.reset.hint')}</p>}
            to={enrollments.resetProgress}
            input={ids}
            fields={['reason']}
            act={() => t('enrollment.resetNow')}
            done={t('enrollment.reset.done')}
            then={close}
          >
            {(effect) => <p role="status">{describe(effect)}</p>}
          </ForetoldForm>
        )}
      </DialogButton>
      {status === 'active' && (
        <ConfirmButton name="enrollment.end" run={() => learners.end.mutate(ids)} />
      )}
    </>
  )
}

/** Describes what a reset would do. */
function describe({ lessons, percentBefore, percent, staysCompleted }: ProgressReset): string {
  const [before, after] = [showPercent(percentBefore), showPercent(percent)]
  const effect = t('enrollment.resetEffect', { lessons, before, after })
  return staysCompleted ? `${effect} ${t('enrollment.staysCompleted')}` : effect
}
