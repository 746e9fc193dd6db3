import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/actions.tsx'
import { showDay, showInstant } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { nameOf } from '../kit/names.ts'
import { DetailPage, ListTable } from '../kit/pages.tsx'
import { DeskLink } from '../kit/parts.tsx'
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
      {(enrollment) => may('courses:own') && <Lessons {...enrollment} />}
    </DetailPage>
  )
}

interface Ids {
  userId: string
  courseId: string
}

/** How a learner does, lesson by lesson, and the later days that they were given. */
function Lessons({ userId, courseId }: Ids) {
  const ids = { userId, courseId }
  const { data } = useQuery(queryOptions(lyceum.learners.get, { ...ids, limit: 1 }))
  return (
    <Section title={t('enrollment.lessons')}>
      {data?.extensions.map(({ lessonKey, dueOn }) => (
        <p key={lessonKey} className="mb-3 flex flex-wrap items-center gap-3">
          {t('enrollment.extended', {
            what: lessonKey ?? t('enrollment.wholeCourse'),
            day: showDay(dueOn),
          })}
          <ActionButton
            name="enrollment.takeBack"
            run={() =>
              enrollments.revokeExtension.mutate({ ...ids, ...(lessonKey && { lessonKey }) })
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
          required: ({ required }) => nameOf(String(required)),
          attempts: ({ attempts }) => attempts.length,
        }}
      />
    </Section>
  )
}
