import type { AdminEnrollment } from '@lyceum/sdk'
import { useSearch } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { given } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { ListPage, type TableOptions } from '../../ui/pages.tsx'
import { Named } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
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
    givenBy: ({ source }) => nameOf(source),
    began: ({ enrolledAt }) => showDay(enrolledAt),
    ends: ({ endsAt }) => endsAt && showDay(endsAt),
  },
}

const enroll = (
  <FormDialog
    name="enrollments.enroll"
    look="primary"
    kinds={{ user: 'text!', course: 'courseId!', endsAt: 'end', cohort: 'text', waive: 'text' }}
    send={(values) => enrollments.enroll.mutate(given(values))}
    result={({ outcome }) => t(`enrollments.${outcome}`)}
  />
)

export function EnrollmentsPage() {
  const may = useMay()
  const { course }: { course?: string } = useSearch({ strict: false })
  return (
    <ListPage
      {...enrollmentTable}
      actions={may('enrollments:write') && enroll}
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
