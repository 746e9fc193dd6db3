import type { Inputs } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Chart } from '../../ui/chart.tsx'
import { showPeriod } from '../../ui/days.ts'
import { showInstant } from '../../ui/format.ts'
import { useList } from '../../ui/list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { titleOf } from '../../ui/names.ts'

const { reports } = lyceum.admin
type Asked = Inputs['admin']['reports']

/** Who began in each month or day, and how many of them have completed the course. */
export function CompletionChart(input: Asked['periods']) {
  const query = useList(reports.periods, input, { all: 400 })
  return (
    <Loaded query={query}>
      {(periods) => (
        <Chart
          label={t('reports.overTime')}
          of={titleOf(input.per ?? 'month')}
          labels={periods.map(({ period }) => showPeriod(period))}
          series={(['enrolled', 'completed'] as const).map((what) => ({
            name: titleOf(what),
            values: periods.map((one) => one[what]),
          }))}
        />
      )}
    </Loaded>
  )
}

/** The lesson that is next for those on the way: where many wait, something may be wrong with it. */
export function StopsChart(input: Asked['stops']) {
  const query = useQuery(queryOptions(reports.stops, { ...input, limit: 12 }))
  return (
    <Loaded query={query} empty={t('reports.nobody')}>
      {({ items, at, learners, areAll }) => (
        <>
          <Chart
            lying
            label={t('reports.stops')}
            of={titleOf('lesson')}
            labels={items.map(({ title }) => title)}
            ids={items.map(({ lessonKey }) => lessonKey)}
            series={[{ name: t('reports.learners'), values: items.map((one) => one.learners) }]}
          />
          <p className="text-sm text-muted">
            {t(areAll ? 'reports.all' : 'reports.last', { count: learners, at: showInstant(at) })}
          </p>
        </>
      )}
    </Loaded>
  )
}
