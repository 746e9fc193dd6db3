import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { useFilters } from '../../ui/filters.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
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
      <Loaded query={report}>{({ totals }) => <Totals totals={totals} />}</Loaded>
      <Section title={t('sales.overTime')}>
        <SalesChart {...period} per={per} />
      </Section>
    </Page>
  )
}
