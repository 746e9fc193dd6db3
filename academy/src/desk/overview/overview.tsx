import { lyceum } from '../../lyceum.ts'
import { useMay } from '../../session/session.ts'
import { WorkList } from '../../studio/work-list.tsx'
import { t } from '../../texts/texts.ts'
import { Chart } from '../../ui/data/chart.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { DeskLink } from '../../ui/data/parts.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { FirstDay } from './first-day.tsx'
import { SalesChart, Totals } from './sales-figures.tsx'

const { reports, sales } = lyceum.admin

export function OverviewPage() {
  const may = useMay()
  return (
    <Page title={t('desk.overview')}>
      {may('courses:own') && <FirstDay />}
      <WorkList />
      {may('money:read') && <Sales />}
      {may('reports:read') && <Courses />}
    </Page>
  )
}

function Sales() {
  const more = <DeskLink to="/desk/sales">{t('overview.more')}</DeskLink>
  return (
    <Section title={t('overview.sales')} actions={more}>
      <Read of={sales.report} input={{}}>
        {({ totals }) => (
          <>
            <Totals totals={totals} />
            {totals.length > 0 && <SalesChart per="day" />}
          </>
        )}
      </Read>
    </Section>
  )
}

function Courses() {
  const more = <DeskLink to="/desk/reports">{t('overview.more')}</DeskLink>
  return (
    <Section title={t('overview.courses')} actions={more}>
      <Read of={reports.courses} input={{ limit: 10 }} empty={t('desk.noCourses')}>
        {({ items }) => (
          <Chart
            lying
            label={t('overview.courses')}
            items={items}
            of="course"
            nameOf={({ title }) => title}
            keyOf={({ courseId }) => courseId}
            values={['enrolled', 'started', 'completed']}
          />
        )}
      </Read>
    </Section>
  )
}
