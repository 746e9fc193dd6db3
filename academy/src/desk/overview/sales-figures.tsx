import type { SalesTotal } from '@lyceum/sdk'
import type { periodLength } from '@lyceum/sdk/staff-values'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Chart } from '../../ui/data/chart.tsx'
import { useList } from '../../ui/data/list.tsx'
import { Empty, Loaded } from '../../ui/data/loaded.tsx'
import { Figures } from '../../ui/data/parts.tsx'
import { showPeriod } from '../../ui/format.ts'

export interface SalesPeriods {
  from?: string
  to?: string
  per: (typeof periodLength)[number]
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
export function SalesChart(period: SalesPeriods) {
  const query = useList(lyceum.admin.sales.periods, { ...period, limit: 100 }, { all: 1_000 })
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
