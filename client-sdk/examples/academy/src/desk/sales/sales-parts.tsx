import type { SalesTotal } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Chart } from '../../ui/chart.tsx'
import { showPeriod, timeZone } from '../../ui/days.ts'
import { useList } from '../../ui/list.tsx'
import { Empty, Loaded } from '../../ui/loaded.tsx'
import { amountOf, titleOf } from '../../ui/names.ts'
import { Figures } from '../../ui/parts.tsx'

/** What came in and went out. Currencies are never added together. */
export function Totals({ totals }: { totals: SalesTotal[] }) {
  if (totals.length === 0) return <Empty>{t('sales.none')}</Empty>
  return totals.map(({ currency, payments, ...amounts }) => {
    const of = (name: 'net' | 'paid' | 'refunded' | 'gross' | 'discount') =>
      amountOf({ amount: amounts[name], currency })
    const [net, paid, refunded, discount] = [of('net'), of('paid'), of('refunded'), of('discount')]
    return (
      <Figures
        key={currency}
        of={{ net, paid, refunded, gross: of('gross'), discount, payments }}
      />
    )
  })
}

interface PeriodProps {
  from?: string
  to?: string
  per: 'day' | 'month'
}

/** What came in and went out in each day or month: a chart for each currency. */
export function SalesChart(period: PeriodProps) {
  const input = { timeZone, ...period, limit: 100 }
  const query = useList(lyceum.admin.sales.periods, input, { all: 1_000 })
  return (
    <Loaded query={query}>
      {(periods) => {
        const totals = periods.flatMap((one) => one.totals)
        const valuesOf = (currency: string, what: 'paid' | 'refunded') =>
          periods.map(({ totals }) => totals.find((one) => one.currency === currency)?.[what] ?? 0)
        if (totals.length === 0) return <p className="text-muted">{t('sales.none')}</p>
        return [...new Set(totals.map(({ currency }) => currency))].map((currency) => (
          <Chart
            key={currency}
            label={t('sales.chart', { currency })}
            of={titleOf(period.per)}
            labels={periods.map((one) => showPeriod(one.period))}
            show={(amount) => amountOf({ amount, currency })}
            series={(['paid', 'refunded'] as const).map((what) => ({
              name: titleOf(what),
              values: valuesOf(currency, what),
            }))}
          />
        ))
      }}
    </Loaded>
  )
}
