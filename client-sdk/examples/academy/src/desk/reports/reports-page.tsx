import type { CourseReport } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { ListPage, type TableOptions } from '../../ui/pages.tsx'

const { reports } = lyceum.admin

/** Courses, and how their learners do. */
export const reportTable: TableOptions<CourseReport> = {
  title: 'reports',
  keyOf: ({ courseId }) => courseId,
  href: ({ courseId }) => `/desk/reports/${courseId}`,
  columns: {
    course: ({ title }) => <bdi className="font-medium">{title}</bdi>,
    enrolled: ({ enrolled }) => enrolled,
    started: ({ started }) => started,
    completed: ({ completed }) => completed,
    percent: ({ completionPercent }) => completionPercent,
    certificates: ({ certificates }) => certificates,
    medianDays: ({ medianDays }) => medianDays,
  },
}

export function ReportsPage() {
  return (
    <ListPage
      {...reportTable}
      list={reports.courses}
      filters={{ from: 'day', to: 'day' }}
      csv={reports.coursesCsv}
    />
  )
}
