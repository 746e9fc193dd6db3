import type { LearnerReport } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { useFilters } from '../../ui/filters.tsx'
import { showDay, showPercent } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { DetailPage, ListTable, type TableOptions } from '../../ui/pages.tsx'
import { DeskLink, Figures, Named, Tabs } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
import { CompletionChart, StopsChart } from './charts.tsx'

const { reports } = lyceum.admin

interface Chosen {
  from?: string
  to?: string
  cohort?: string
  per?: 'day' | 'month'
}

/** How the learners of one course do. */
export function CourseReportPage() {
  const { input, bar } = useFilters<Chosen>(
    { from: 'day', to: 'day', cohort: 'text', per: ['month', 'day'] },
    { per: 'month' },
  )
  const { per: _, ...chosen } = input
  return (
    <DetailPage
      get={reports.course}
      input={({ id }) => ({ courseId: id, ...chosen })}
      title={({ title }) => title}
      actions={({ courseId }) => (
        <DeskLink to={`/desk/enrollments?course=${courseId}`}>{t('reports.enrollments')}</DeskLink>
      )}
      above={bar}
    >
      {({ courseId, enrolled, started, completed, completionPercent, ...report }) => {
        const course = { courseId, ...(chosen.cohort && { cohort: chosen.cohort }) }
        return (
          <>
            <Figures
              of={{
                enrolled,
                started,
                completed,
                percent: showPercent(completionPercent),
                certificates: report.certificates,
                medianDays: report.medianDays,
              }}
            />
            <div className="grid gap-x-8 xl:grid-cols-2">
              <Section title={t('reports.overTime')}>
                <CompletionChart {...input} courseId={courseId} />
              </Section>
              <Section title={t('reports.stops')}>
                <StopsChart {...course} />
              </Section>
            </div>
            <Tabs
              tabs={[
                { title: t('reports.learners'), content: () => <Learners {...course} /> },
                { title: t('reports.stuck'), content: () => <Stuck {...course} /> },
              ]}
            />
          </>
        )
      }}
    </DetailPage>
  )
}

interface CourseProps {
  courseId: string
  cohort?: string
}

const learnerTable = (courseId: string): TableOptions<LearnerReport> => ({
  title: 'reports.learners',
  keyOf: ({ userId }) => userId,
  href: ({ userId }) => `/desk/enrollments/${userId}/${courseId}`,
  columns: {
    learner: (learner) => <Named {...learner} />,
    status: ({ status, overdue }) => <Status of={overdue ? 'overdue' : status} />,
    percent: ({ percent }) => percent,
    nextLesson: ({ next }) => next && <bdi>{next.title}</bdi>,
    began: ({ enrolledAt }) => showDay(enrolledAt),
    lastActivity: ({ lastActivityAt }) => lastActivityAt && showDay(lastActivityAt),
    dueOn: ({ dueOn }) => dueOn && showDay(dueOn),
  },
})

function Learners(course: CourseProps) {
  return (
    <ListTable
      {...learnerTable(course.courseId)}
      list={reports.learners}
      input={{ ...course, sort: 'newest' }}
      filters={{ q: 'text', status: ['active', 'completed', 'left', 'ended'], overdue: 'flag' }}
      csv={reports.learnersCsv}
    />
  )
}

/** Those who have begun, could go on, and have not for some days. */
function Stuck(course: CourseProps) {
  return (
    <ListTable
      {...learnerTable(course.courseId)}
      list={reports.stuck}
      input={{ ...course, days: 14 }}
      filters={{ days: [7, 14, 30, 90] }}
      csv={reports.stuckCsv}
    />
  )
}
