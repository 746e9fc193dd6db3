import type { CourseReport } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Bars } from '../../ui/data/bars.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { Figures } from '../../ui/data/parts.tsx'
import { showInstant, showPercent } from '../../ui/format.ts'
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
