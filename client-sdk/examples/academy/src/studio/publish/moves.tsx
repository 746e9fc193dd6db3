import type { CreateMoveInput, Impact } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { ListTable } from '../../ui/data/pages.tsx'
import { showInstant, showNumber } from '../../ui/format.ts'
import { Form } from '../../ui/forms/form.tsx'
import { FieldsForm } from '../../ui/forms/form-dialog.tsx'
import { nameOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { Effect } from './effect.tsx'

/** Brings learners to a version: first the figures, then the move, then how far it is. */
export function Moves({ to }: { to: number }) {
  const { courseId, may } = useCourse()
  return (
    <>
      {may('own') && (
        <Section title={t('moves.title')}>
          <MoveLearners to={to} />
        </Section>
      )}
      <ListTable
        isSection
        title="moves.past"
        list={lyceum.moves.list}
        input={{ courseId, limit: 5 }}
        refetchInterval={(moves) => moves.some(({ status }) => status !== 'done') && 2_000}
        columns={{
          version: (move) => showNumber(move.to),
          policy: ({ policy }) => nameOf(policy, 'policy'),
          at: ({ createdAt }) => showInstant(createdAt),
          progress: ({ percent }) => <ProgressBar percent={percent} label={t('moves.progress')} />,
          moved: ({ moved }) => moved,
          skipped: ({ skipped }) => skipped,
        }}
      />
    </>
  )
}

function MoveLearners({ to }: { to: number }) {
  const { courseId } = useCourse()
  const [plan, setPlan] = useState<{ move: CreateMoveInput; impact: Impact | null }>()
  const end = () => setPlan(undefined)
  if (plan?.impact)
    return (
      <>
        <Effect {...plan.impact} />
        <Form
          className="mt-4"
          submit={t('moves.do', { count: plan.impact.ifMoved.moved })}
          onSubmit={() => lyceum.moves.create.mutate(plan.move).then(end)}
          actions={<Button onClick={end}>{t('cancel')}</Button>}
        />
      </>
    )
  return (
    <FieldsForm
      className="max-w-2xl"
      submit={t('moves.plan')}
      look="normal"
      above={<p className="text-muted">{t('moves.text', { number: showNumber(to) })}</p>}
      kinds={{ policy: ['nothing-lost', 'not-started', 'all'] }}
      send={async (values) => {
        const move = { courseId, to, ...values }
        const { impact } = await lyceum.moves.create.mutate({ ...move, dryRun: true })
        setPlan({ move, impact })
      }}
    />
  )
}
