import { queryOptions } from '@lyceum/sdk/query'
import { useQueries } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { language, t } from '../../texts/texts.ts'
import { Chart } from '../../ui/chart.tsx'
import { Failure, Loaded, Loading } from '../../ui/loaded.tsx'
import { lastMonths, timeZone } from '../kit/days.ts'
import { useList } from '../kit/lists.ts'
import { titleOf } from '../kit/names.ts'

const { reports } = lyceum.admin
const monthName = new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit' })
const mostLearners = 1_000
const mostLessons = 12

interface CourseProps {
  courseId: string
  cohort?: string
}

/** Who began in each of the last months, and how many of them have completed the course. */
export function CompletionChart(course: CourseProps) {
  const months = lastMonths(12)
  const queries = useQueries({
    queries: months.map((month) => queryOptions(reports.course, { ...course, ...month, timeZone })),
  })
  const failed = queries.find(({ isError }) => isError)
  const counts = queries.flatMap(({ data }) => data ?? [])
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />
  if (counts.length < months.length) return <Loading />
  return (
    <Chart
      label={t('reports.overTime')}
      of={titleOf('month')}
      labels={months.map(({ from }) => monthName.format(new Date(`${from}T00:00`)))}
      series={[
        { name: titleOf('enrolled'), values: counts.map(({ enrolled }) => enrolled) },
        { name: titleOf('completed'), values: counts.map(({ completed }) => completed) },
      ]}
    />
  )
}

/** The lesson that is next for those on the way: where many wait, something may be wrong with it. */
export function StopsChart(course: CourseProps) {
  const input = { ...course, status: 'active', sort: 'newest', limit: 100 } as const
  const query = useList(reports.learners, input, { all: mostLearners })
  return (
    <Loaded query={query} empty={t('reports.nobody')}>
      {(learners) => {
        const stops = [...Map.groupBy(learners, ({ next }) => next?.title ?? '–')]
          .sort(([, one], [, other]) => other.length - one.length)
          .slice(0, mostLessons)
        return (
          <>
            <Chart
              lying
              label={t('reports.stops')}
              of={titleOf('lesson')}
              labels={stops.map(([title]) => title)}
              series={[
                { name: t('reports.learners'), values: stops.map(([, { length }]) => length) },
              ]}
            />
            {query.hasNextPage && (
              <p className="text-sm text-muted">
                {t('reports.newest', { count: learners.length })}
              </p>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
