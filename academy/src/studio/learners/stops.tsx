import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Bars } from '../../ui/data/bars.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { showInstant } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'

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
