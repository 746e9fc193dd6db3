import { lyceum } from '../../lyceum.ts'
import { LearnerLessons } from '../../studio/learners/learner-lessons.tsx'
import { t } from '../../texts/texts.ts'
import { showInstant } from '../../ui/format.ts'
import { DetailPage } from '../../ui/pages.tsx'
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
        may('courses:own') && <LearnerLessons userId={userId} courseId={courseId} />
      }
    </DetailPage>
  )
}
