import type { CourseReport, Inputs } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Bars } from '../../ui/data/bars.tsx'
import { Chart } from '../../ui/data/chart.tsx'
import { useList } from '../../ui/data/list.tsx'
import { Loaded, Read } from '../../ui/data/loaded.tsx'
import { Figures } from '../../ui/data/parts.tsx'
import { showInstant, showPercent, showPeriod } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'

/** Reports on the learners of a course in numbers. */
export function ReportFigures({ completionPercent, ...report }: CourseReport) {
  const { enrolled, started, completed, certificates, medianDays } = report
  const percent = showPercent(completionPercent)
  return <Figures of={{ enrolled, started, completed, percent, certificates, medianDays }} />
}

interface StopsProps {
  courseId: string
  cohort?: string
  limit: number
}

/** The lesson that is next for those on the way: where many wait, something may be wrong with it. */
export function Stops(input: StopsProps) {
  return (
    <Section title={t('reports.stops')}>
      <Read of={lyceum.learners.stops} input={input} empty={t('reports.nobody')}>
        {({ items, at, learners, areAll }) => (
          <>
            <Bars
              of={learners}
              bars={items.map((it) => ({ label: it.title, id: it.lessonKey, value: it.learners }))}
            />
            <p className="mt-3 text-sm text-muted">
              {t(areAll ? 'reports.all' : 'reports.last', { count: learners, at: showInstant(at) })}
            </p>
          </>
        )}
      </Read>
    </Section>
  )
}

/** Charts who began in each month or day, and how many of them have completed the course since. */
export function CompletionChart(input: Inputs['learners']['periods']) {
  const query = useList(lyceum.learners.periods, input, { all: 400 })
  return (
    <Loaded query={query}>
      {(periods) => (
        <Chart
          label={t('reports.overTime')}
          items={periods}
          of={input.per ?? 'month'}
          nameOf={({ period }) => showPeriod(period)}
          values={['enrolled', 'completed']}
        />
      )}
    </Loaded>
  )
}
