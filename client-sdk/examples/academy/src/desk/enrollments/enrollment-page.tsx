import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showDay, showInstant } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { DetailPage, ListTable } from '../../ui/pages.tsx'
import { DeskLink } from '../../ui/parts.tsx'
import { useMay } from '../permissions.ts'
import { EnrollmentActions } from './enrollment-actions.tsx'
import { enrollmentTable } from './enrollments-page.tsx'

const { enrollments } = lyceum.admin

export function EnrollmentPage() {
  const may = useMay()
  return (
    <DetailPage
      get={enrollments.get}
      input={({ id, course }) => ({ userId: id, courseId: course })}
      title={({ name, courseTitle }) => `${name}: ${courseTitle}`}
      actions={(enrollment) =>
        may('enrollments:write') && <EnrollmentActions enrollment={enrollment} />
      }
      columns={enrollmentTable.columns}
      more={({ userId, email, courseId, courseTitle, cohortId, ...enrollment }) => ({
        learner: <DeskLink to={`/desk/users/${userId}`}>{email}</DeskLink>,
        course: <DeskLink to={`/desk/reports/${courseId}`}>{courseTitle}</DeskLink>,
        cohort: cohortId ? (
          <DeskLink to={`/desk/cohorts/${cohortId}`}>{t('enrollment.cohort')}</DeskLink>
        ) : undefined,
        version: enrollment.courseVersion,
        lastActivity: enrollment.lastActivityAt && showInstant(enrollment.lastActivityAt),
        completedOn: enrollment.completedAt && showInstant(enrollment.completedAt),
      })}
    >
      {({ userId, courseId }) =>
        may('courses:own') && <Lessons userId={userId} courseId={courseId} />
      }
    </DetailPage>
  )
}

/** How a learner does, lesson by lesson, and the later days that they were given. */
function Lessons(ids: { userId: string; courseId: string }) {
  const { data } = useQuery(queryOptions(lyceum.learners.get, { ...ids, limit: 1 }))
  return (
    <Section title={t('enrollment.lessons')}>
      {data?.extensions.map(({ lessonKey, dueOn }) => (
        <p key={lessonKey} className="mb-3 flex flex-wrap items-center gap-3">
          {t('enrollment.extended', {
            what: lessonKey ?? t('enrollment.wholeCourse'),
            day: showDay(dueOn),
          })}
          <ConfirmButton
            name="enrollment.takeBack"
            run={() =>
              enrollments.revokeExtension.mutate({ ...ids, lessonKey: lessonKey ?? undefined })
            }
          />
        </p>
      ))}
      <ListTable
        title="enrollment.lessons"
        list={lyceum.learners.get}
        input={ids}
        keyOf={({ lessonKey }) => lessonKey}
        columns={{
          lesson: ({ title }) => <bdi>{title}</bdi>,
          percent: ({ percent }) => percent,
          completedOn: ({ completedAt }) => completedAt && showDay(completedAt),
          needed: ({ required }) => nameOf(String(required)),
          attempts: ({ attempts }) => attempts.length,
        }}
      />
    </Section>
  )
}
