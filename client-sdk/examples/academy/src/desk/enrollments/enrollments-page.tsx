import type { AdminEnrollment } from '@lyceum/sdk'
import { useSearch } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/actions.tsx'
import { showDay } from '../../ui/format.ts'
import { endOf } from '../kit/days.ts'
import { CourseField, Field } from '../kit/fields.tsx'
import { nameOf } from '../kit/names.ts'
import { ListPage, type TableOptions } from '../kit/pages.tsx'
import { Named, Status } from '../kit/parts.tsx'
import { useMay } from '../permissions.ts'
import { SeatsPanel } from './seats-panel.tsx'

const { enrollments } = lyceum.admin

export const enrollmentTable: TableOptions<AdminEnrollment> = {
  title: 'enrollments',
  keyOf: ({ userId, courseId }) => `${userId} ${courseId}`,
  href: ({ userId, courseId }) => `/desk/enrollments/${userId}/${courseId}`,
  columns: {
    learner: (enrollment) => <Named {...enrollment} />,
    course: ({ courseTitle }) => <bdi>{courseTitle}</bdi>,
    status: ({ status, completedAt }) => (
      <Status of={completedAt !== null && status === 'active' ? 'completed' : status} />
    ),
    source: ({ source }) => nameOf(source),
    began: ({ enrolledAt }) => showDay(enrolledAt),
    ends: ({ endsAt }) => endsAt && showDay(endsAt),
  },
}

export function EnrollmentsPage() {
  const may = useMay()
  const { course }: { course?: string } = useSearch({ strict: false })
  return (
    <ListPage
      {...enrollmentTable}
      actions={may('enrollments:write') && <Enroll />}
      above={course !== undefined && <SeatsPanel courseId={course} />}
      list={enrollments.list}
      filters={{
        course: 'course',
        user: 'text',
        cohort: 'text',
        status: ['active', 'left', 'ended'],
        source: ['transaction', 'administrator', 'program'],
        completed: 'flag',
        from: 'day',
        endsBefore: 'day',
      }}
    />
  )
}

function Enroll() {
  return (
    <FormDialog
      name="enrollments.enroll"
      look="primary"
      send={({ user = '', course = '', cohort, endsAt, waive }) =>
        enrollments.enroll.mutate({
          user,
          course,
          ...(endsAt && { endsAt: endOf(endsAt) }),
          ...(cohort && { cohort }),
          ...(waive && { waive }),
        })
      }
      result={({ outcome }) => t(`enrollments.${outcome}`)}
    >
      <Field name="user" required />
      <CourseField />
      <Field name="endsAt" kind="date" />
      <Field name="cohort" />
      <Field name="waive" />
    </FormDialog>
  )
}
