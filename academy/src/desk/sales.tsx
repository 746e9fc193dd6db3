import type { SalesTotal } from '@lyceum/sdk'
import { periodLength } from '@lyceum/sdk/staff-values'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { Chart } from '../ui/data/chart.tsx'
import { Csv } from '../ui/data/download-button.tsx'
import { useList } from '../ui/data/list.tsx'
import { Empty, Loaded, Read } from '../ui/data/loaded.tsx'
import { ListTable } from '../ui/data/pages.tsx'
import { Figures, shown } from '../ui/data/parts.tsx'
import { showPeriod } from '../ui/format.ts'
import { useFilters } from '../ui/forms/filters.tsx'
import { Page, Section } from '../ui/page.tsx'

const { sales } = lyceum.admin

interface Chosen {
  from?: string
  to?: string
  per: (typeof periodLength)[number]
}

export function SalesPage() {
  const { input, bar } = useFilters<Chosen>(
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

/** Shows income and refunds. Currencies are never added together. */
export function Totals({ totals }: { totals: SalesTotal[] }) {
  if (totals.length === 0) return <Empty>{t('sales.none')}</Empty>
  return totals.map(({ currency, payments, net, paid, refunded, gross, discount }) => {
    const of = (amount: number) => ({ amount, currency })
    return (
      <Figures
        key={currency}
        of={{
          net: of(net),
          paid: of(paid),
          refunded: of(refunded),
          gross: of(gross),
          discount: of(discount),
          payments,
        }}
      />
    )
  })
}

/** Charts income and refunds by day or month, one chart per currency. */
export function SalesChart(period: Chosen) {
  const query = useList(sales.periods, { ...period, limit: 100 }, { all: 1_000 })
  return (
    <Loaded query={query}>
      {(periods) => {
        const currencies = periods.flatMap(({ totals }) => totals.map(({ currency }) => currency))
        if (currencies.length === 0) return <p className="text-muted">{t('sales.none')}</p>
        return [...new Set(currencies)].map((currency) => (
          <Chart
            key={currency}
            label={t('sales.chart', { currency })}
            items={periods.map(({ period, totals }) => ({
              period,
              ...(totals.find((one) => one.currency === currency) ?? { paid: 0, refunded: 0 }),
            }))}
            of={period.per}
            nameOf={(one) => showPeriod(one.period)}
            currency={currency}
            values={['paid', 'refunded']}
          />
        ))
      }}
    </Loaded>
  )
}
