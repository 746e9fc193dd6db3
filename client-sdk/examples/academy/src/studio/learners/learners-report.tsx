import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Bars } from '../../ui/bars.tsx'
import { showNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { titleOf } from '../../ui/names.ts'
import { Panel } from '../../ui/page.tsx'

export function LearnersReport({ courseId }: { courseId: string }) {
  const query = useQuery(queryOptions(lyceum.learners.report, { courseId }))
  return (
    <Panel className="mb-6">
      <Loaded query={query}>
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
      </Loaded>
      <Stops courseId={courseId} />
    </Panel>
  )
}

/** The lessons at which most of those on the way are. */
function Stops({ courseId }: { courseId: string }) {
  const { data } = useQuery(queryOptions(lyceum.learners.stops, { courseId, limit: 5 }))
  if (data === undefined || data.items.length === 0) return null
  return (
    <>
      <h2 className="mt-6 mb-3 font-medium">{t('learners.stoppedAt')}</h2>
      <Bars
        of={data.learners}
        bars={data.items.map((it) => ({ label: it.title, id: it.lessonKey, value: it.learners }))}
      />
    </>
  )
}
