import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Bars } from '../../ui/bars.tsx'
import { showNumber } from '../../ui/format.ts'
import { Read } from '../../ui/loaded.tsx'
import { titleOf } from '../../ui/names.ts'
import { Panel } from '../../ui/page.tsx'

export function LearnersReport({ courseId }: { courseId: string }) {
  return (
    <Panel className="mb-6">
      <Read of={lyceum.learners.report} input={{ courseId }}>
        {({ enrolled, started, completed, certificates, medianDays }) => (
          <>
            <Bars
              of={enrolled}
              bars={[
                { label: titleOf('enrolled'), value: enrolled, tone: 'none' },
                { label: titleOf('started'), value: started },
                { label: titleOf('completed'), value: completed, tone: 'good' },
                { label: titleOf('certificates'), value: certificates, tone: 'good' },
              ]}
            />
            {medianDays !== null && (
              <p className="mt-3 text-sm text-muted">
                {t('learners.medianDays', { days: showNumber(medianDays) })}
              </p>
            )}
          </>
        )}
      </Read>
      <Stops courseId={courseId} />
    </Panel>
  )
}

/** The lessons at which most of those on the way are. */
function Stops({ courseId }: { courseId: string }) {
  return (
    <Read of={lyceum.learners.stops} input={{ courseId, limit: 5 }}>
      {({ items, learners }) =>
        items.length > 0 && (
          <>
            <h2 className="mt-6 mb-3 font-medium">{t('learners.stoppedAt')}</h2>
            <Bars
              of={learners}
              bars={items.map((it) => ({ label: it.title, id: it.lessonKey, value: it.learners }))}
            />
          </>
        )
      }
    </Read>
  )
}
