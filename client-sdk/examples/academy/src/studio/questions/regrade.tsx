import type { QuestionStatistics, Regrade as Regraded, RegradeQuestionInput } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Bars } from '../../ui/bars.tsx'
import { Badge } from '../../ui/bits.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { Fields, readFields } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { showPercent } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { useCourse } from '../courses/course.ts'

const kinds = {
  regrade: ['recompute', 'accept-both', 'full-points', 'drop'],
  allowLower: 'box',
  reason: 'text',
  certificates: ['keep', 'revoke'],
} as const

/** Grades a question again: first what that would do, then that. */
export function Regrade({ question }: { question: QuestionStatistics }) {
  return (
    <div className="mt-3">
      <DialogButton label={t('regrade.title')} wide>
        {(close) => <Steps question={question} close={close} />}
      </DialogButton>
    </div>
  )
}

function Steps({ question, close }: { question: QuestionStatistics; close: () => void }) {
  const { id: courseId } = useCourse()
  const [input, setInput] = useState<RegradeQuestionInput>()
  const [shown, setShown] = useState<Regraded>()
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted">{t('regrade.text')}</p>
      <Form
        submit={t('moves.plan')}
        look="normal"
        onSubmit={async (values) => {
          const { regrade: policy, ...rest } = readFields(values, kinds)
          const { key, publishedRevision: toRevision } = question
          const next = { courseId, key, toRevision, policy, ...rest }
          setInput(next)
          setShown(await lyceum.grades.regrade.mutate({ ...next, dryRun: true }))
        }}
      >
        <Fields kinds={kinds} />
      </Form>
      {shown !== undefined && <Outcome regradeId={shown.id} />}
      {shown !== undefined && input !== undefined && (
        <Form
          submit={t(shown.dryRun ? 'regrade.do' : 'close')}
          onSubmit={async () =>
            shown.dryRun ? setShown(await lyceum.grades.regrade.mutate(input)) : close()
          }
        />
      )}
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

/** What a regrade does, as far as it is; large ones go on by themselves. */
function Outcome({ regradeId }: { regradeId: string }) {
  const { id: courseId } = useCourse()
  const query = useQuery({
    ...queryOptions(lyceum.grades.getRegrade, { courseId, regradeId }),
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : 2_000),
  })
  const learners = useQuery(queryOptions(lyceum.grades.regraded, { courseId, regradeId }))
  return (
    <Loaded query={query}>
      {({ effect, dryRun, status, checkedAttempts }) => (
        <div role="status">
          <p className="mb-3 flex flex-wrap items-center gap-2 font-medium">
            {t(dryRun ? 'regrade.would' : 'regrade.did', { attempts: checkedAttempts })}
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
            {learners.data?.items.map(({ learner, lessonKey, percentBefore, percentAfter }) => (
              <li key={`${learner.id} ${lessonKey}`}>
                <bdi>{learner.name}</bdi>: {showPercent(percentBefore)} →{' '}
                {showPercent(percentAfter)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}
