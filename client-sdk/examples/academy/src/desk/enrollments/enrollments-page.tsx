import type { AdminEnrollment } from '@lyceum/sdk'
import { useSearch } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { given } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { Read } from '../../ui/loaded.tsx'
import { nameOf } from '../../ui/names.ts'
import { Panel } from '../../ui/page.tsx'
import { ListPage, type TableOptions } from '../../ui/pages.tsx'
import { FactList, Named } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
import { useMay } from '../permissions.ts'

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

const { seats: api } = lyceum.admin

function SeatsPanel({ courseId }: { courseId: string }) {
  const may = useMay()
  return (
    <Panel className="mb-5">
      <Read of={api.get} input={{ courseId }}>
        {(limits) => (
          <div className="flex flex-wrap items-end justify-between gap-3">
            <FactList
              of={{
                seats:
                  limits.seats === null
                    ? t('seats.any')
                    : t('seats.taken', { taken: limits.taken, seats: limits.seats }),
                opensAt: limits.opensAt && showDay(limits.opensAt),
                closesAt: limits.closesAt && showDay(limits.closesAt),
              }}
            />
            {may('enrollments:write') && (
              <div className="flex flex-wrap gap-2">
                <FormDialog
                  name="seats.set"
                  kinds={{ seats: 'number', opensAt: 'start', closesAt: 'end' }}
                  of={limits}
                  send={(values) => api.update.mutate({ courseId, ...values })}
                />
                <ConfirmButton name="seats.remove" run={() => api.remove.mutate({ courseId })} />
              </div>
            )}
          </div>
        )}
      </Read>
    </Panel>
  )
}
