import type { SalesTotal } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { useFilters } from '../kit/filters.tsx'
import { amountOf } from '../kit/names.ts'
import { ListTable } from '../kit/pages.tsx'
import { SalesChart, Totals } from './sales-parts.tsx'

const { sales } = lyceum.admin

interface Chosen {
  from: string
  to: string
  per: 'day' | 'month'
}

export function SalesPage() {
  const { input, bar } = useFilters<Chosen>(
    { from: 'day', to: 'day', per: ['day', 'month'] },
    { per: 'day' },
  )
  const { per = 'day', ...period } = input
  const report = useQuery(queryOptions(sales.report, period))
  return (
    <Page
      title={t('sales')}
      lead={t('sales.lead')}
      actions={
        <DownloadButton
          label={t('sales.movements')}
          name="movements.csv"
          read={() => sales.movementsCsv.query(period)}
        />
      }
    >
      {bar}
      <Loaded query={report}>
        {({ totals, taxes }) => (
          <>
            <Totals totals={totals} />
            {taxes.map(({ name, percent, currency, tax }) => (
              <p key={`${name} ${percent} ${currency}`} className="mb-4 text-muted">
                {t('sales.tax', { name, percent, amount: amountOf({ amount: tax, currency }) })}
              </p>
            ))}
          </>
        )}
      </Loaded>
      <Section title={t('sales.overTime')}>
        <SalesChart {...period} per={per} />
      </Section>
      <Section title={t('sales.byCourse')}>
        <ListTable
          title="sales.byCourse"
          list={sales.courses}
          input={period}
          keyOf={({ course }) => course?.id ?? ''}
          columns={{
            course: ({ course }) => course?.title ?? course?.slug ?? t('sales.unassigned'),
            paid: ({ totals }) => amountsOf(totals, 'paid'),
            refunded: ({ totals }) => amountsOf(totals, 'refunded'),
            net: ({ totals }) => amountsOf(totals, 'net'),
          }}
        />
      </Section>
    </Page>
  )
}

const amountsOf = (totals: SalesTotal[], of: 'paid' | 'refunded' | 'net') =>
  totals.map(({ currency, [of]: amount }) => amountOf({ amount, currency })).join(', ')
