import { periodLength } from '@lyceum/sdk/staff-values'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { Csv } from '../ui/data/download-button.tsx'
import { Read } from '../ui/data/loaded.tsx'
import { ListTable } from '../ui/data/pages.tsx'
import { shown } from '../ui/data/parts.tsx'
import { useFilters } from '../ui/forms/filters.tsx'
import { Page, Section } from '../ui/page.tsx'
import { SalesChart, type SalesPeriods, Totals } from './overview/sales-figures.tsx'

const { sales } = lyceum.admin

export function SalesPage() {
  const { input, bar } = useFilters<SalesPeriods>(
    { from: 'day', to: 'day', per: periodLength },
    { per: 'day' },
  )
  const { per = 'day', ...period } = input
  return (
    <Page
      title={t('sales')}
      lead={t('sales.lead')}
      actions={
        <Csv
          label={t('sales.movements')}
          name="movements"
          read={() => sales.movementsCsv.query(period)}
        />
      }
    >
      {bar}
      <Read of={sales.report} input={period}>
        {({ totals }) => <Totals totals={totals} />}
      </Read>
      <Section title={t('sales.overTime')}>
        <SalesChart {...period} per={per} />
      </Section>
      <ListTable
        isSection
        title="sales.courses"
        list={sales.courses}
        input={period}
        columns={{
          course: ({ course }) => (
            <bdi>{course?.title ?? course?.slug ?? t('sales.ofNoCourse')}</bdi>
          ),
          net: ({ totals }) =>
            totals.map(({ net: amount, currency }) => shown({ amount, currency })),
        }}
      />
    </Page>
  )
}
