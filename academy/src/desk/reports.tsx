import type { CourseReport } from '@lyceum/sdk'
import { periodLength } from '@lyceum/sdk/staff-values'
import { lyceum } from '../lyceum.ts'
import { CertificatesZip } from '../studio/learners/certificates-zip.tsx'
import { learnerFilters, learnerTable } from '../studio/learners/learner-table.tsx'
import { CompletionChart, ReportFigures, Stops } from '../studio/learners/report.tsx'
import { t } from '../texts/texts.ts'
import { DetailPage, ListTable, listPage, type TableOptions } from '../ui/data/pages.tsx'
import { DeskLink, Tabs } from '../ui/data/parts.tsx'
import { useFilters } from '../ui/forms/filters.tsx'
import { Section } from '../ui/page.tsx'
import { picks } from '../ui/picks/picks.tsx'

const { learners } = lyceum
const { reports } = lyceum.admin

/** Courses, and how their learners do. */
export const reportTable: TableOptions<CourseReport> = {
  title: 'reports',
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

export const ReportsPage = listPage({
  ...reportTable,
  list: reports.courses,
  filters: { from: 'day', to: 'day' },
  csv: reports.coursesCsv,
})

interface Chosen {
  from?: string
  to?: string
  cohort?: string
  per?: (typeof periodLength)[number]
}

/** How the learners of one course do. */
export function CourseReportPage() {
  const { input, bar } = useFilters<Chosen>(
    { from: 'day', to: 'day', cohort: picks.cohort, per: periodLength },
    { per: 'month' },
  )
  const { per: _, ...chosen } = input
  return (
    <DetailPage
      get={learners.report}
      input={({ id }) => ({ courseId: id, ...chosen })}
      title={({ title }) => title}
      actions={({ courseId }) => (
        <DeskLink to={`/desk/enrollments?course=${courseId}`}>{t('reports.enrollments')}</DeskLink>
      )}
      above={bar}
    >
      {(report) => {
        const { courseId } = report
        const course = { courseId, ...(chosen.cohort && { cohort: chosen.cohort }) }
        return (
          <>
            <ReportFigures {...report} />
            <div className="grid gap-x-8 xl:grid-cols-2">
              <Section title={t('reports.overTime')}>
                <CompletionChart {...input} courseId={courseId} />
              </Section>
              <Stops {...course} limit={12} />
            </div>
            <Tabs
              tabs={[
                {
                  title: t('field.learners'),
                  content: () => (
                    <ListTable
                      {...learnersOf(courseId)}
                      list={learners.list}
                      input={{ ...course, sort: 'newest' }}
                      filters={learnerFilters}
                      csv={learners.listCsv}
                      actions={<CertificatesZip courseId={courseId} needs="certificates:read" />}
                    />
                  ),
                },
                {
                  // Learners who have begun, could go on, and have not for some days.
                  title: t('reports.stuck'),
                  content: () => (
                    <ListTable
                      {...learnersOf(courseId)}
                      list={learners.stuck}
                      input={{ ...course, days: 14 }}
                      filters={{ days: [7, 14, 30, 90] }}
                      csv={reports.stuckCsv}
                    />
                  ),
                },
              ]}
            />
          </>
        )
      }}
    </DetailPage>
  )
}

const learnersOf = (courseId: string) =>
  learnerTable('field.learners', (userId) => `/desk/enrollments/${userId}/${courseId}`)
