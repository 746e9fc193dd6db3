import type { QuestionStatistics, Regrade as Regraded } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { Bars } from '../../ui/data/bars.tsx'
import { Read, useRead } from '../../ui/data/loaded.tsx'
import { showPercent } from '../../ui/format.ts'
import { ForetoldForm } from '../../ui/forms/foretold-form.tsx'
import { useCourse } from '../courses/course.ts'

/** Regrades a question, after a preview. */
export function Regrade({ question }: { question: QuestionStatistics }) {
  const { courseId } = useCourse()
  const { key, publishedRevision: toRevision } = question
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted">{t('regrade.text')}</p>
      <ForetoldForm
        foretell={t('moves.plan')}
        to={lyceum.grades.regrade}
        input={{ courseId, key, toRevision }}
        fields={['policy', 'allowLower', 'reason', 'certificates']}
        labels={{ policy: 'regrade' }}
        act={() => t('regrade.do')}
      >
        {({ id }) => <Outcome regradeId={id} />}
      </ForetoldForm>
    </div>
  )
}

const effects = [
  ['scoreRises', 'good'],
  ['gainsPass', 'good'],
  ['completes', 'good'],
  ['certificatesIssued', 'good'],
  ['kept', 'none'],
  ['scoreFalls', 'bad'],
  ['losesPass', 'bad'],
  ['certificatesRevoked', 'bad'],
] as const

/** Shows a regrade's progress and result; large ones run in the background. */
function Outcome({ regradeId }: { regradeId: string }) {
  const { courseId } = useCourse()
  const input = { courseId, regradeId }
  const { data: learners } = useRead(lyceum.grades.regraded, input)
  const again = ({ status }: Regraded) => status !== 'done' && 2_000
  return (
    <Read of={lyceum.grades.getRegrade} input={input} again={again}>
      {({ effect, dryRun, status, checkedAttempts }) => (
        <div role="status">
          <p className="mb-3 flex flex-wrap items-center gap-2 font-medium">
            {t(dryRun ? 'regrade.would' : 'regrade.did', { count: checkedAttempts })}
            {status === 'running' && <Badge tone="warn">{t('regrade.running')}</Badge>}
          </p>
          <Bars
            bars={effects.map(([name, tone]) => ({
              label: t(`regrade.${name}`),
              value: effect[name],
              tone,
            }))}
          />
          <ul className="mt-3 text-sm">
            {learners?.items.map(({ learner, lessonKey, percentBefore, percentAfter }) => (
              <li key={`${learner.id} ${lessonKey}`}>
                <bdi>{learner.name}</bdi>: {showPercent(percentBefore)} →{' '}
                {showPercent(percentAfter)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Read>
  )
}
