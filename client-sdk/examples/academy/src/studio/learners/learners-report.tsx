import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { showNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/page.tsx'
import { Bars } from '../bars.tsx'

/** From enrollment to certificate, in a few bars. */
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
                { label: t('learners.all'), value: enrolled, tone: 'none' },
                { label: t('learners.started'), value: started },
                { label: t('learners.completed'), value: completed, tone: 'good' },
                { label: t('learners.certificates'), value: certificates, tone: 'good' },
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
    </Panel>
  )
}
