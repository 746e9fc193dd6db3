import type { CreateMoveInput, Impact } from '@lyceum/sdk'
import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Fields, readFields } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { showInstant, showNumber } from '../../ui/format.ts'
import { List } from '../../ui/list.tsx'
import { nameOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { useCourse, useMay } from '../courses/course.ts'
import { Effect } from './effect.tsx'

const policies = ['nothing-lost', 'not-started', 'all'] as const

/** Brings learners to a version: first the figures, then the move, then how far it is. */
export function Moves({ to }: { to: number }) {
  const course = useCourse()
  const canMove = useMay(course)('own')
  const query = useInfiniteQuery({
    ...infiniteQueryOptions(lyceum.moves.list, { courseId: course.id, limit: 5 }),
    refetchInterval: ({ state: { data } }) => {
      const isRunning = data?.pages[0]?.items.some(({ status }) => status !== 'done')
      return isRunning ? 2_000 : false
    },
  })
  return (
    <>
      {canMove && (
        <Section title={t('moves.title')}>
          <MoveLearners courseId={course.id} to={to} />
        </Section>
      )}
      <Section title={t('moves.past')}>
        <List query={query} empty={t('moves.none')}>
          {(moves) => (
            <ul className="flex flex-col gap-3">
              {moves.map(({ id, to: number, policy, percent, createdAt, moved, skipped }) => (
                <li key={id} className="rounded-lg border border-line p-3">
                  <p>
                    {t('moves.move', {
                      number: showNumber(number),
                      policy: nameOf(policy, 'policy'),
                    })}
                    <span className="text-sm text-muted"> · {showInstant(createdAt)}</span>
                  </p>
                  <ProgressBar percent={percent} label={t('moves.progress')} />
                  <p className="text-sm text-muted">
                    {t('moves.figures', { moved: showNumber(moved), skipped: showNumber(skipped) })}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </List>
      </Section>
    </>
  )
}

function MoveLearners({ courseId, to }: { courseId: string; to: number }) {
  const [plan, setPlan] = useState<{ move: CreateMoveInput; impact: Impact }>()
  if (plan !== undefined)
    return (
      <>
        <Effect {...plan.impact} />
        <div className="mt-4 flex flex-wrap gap-3">
          <Form
            submit={t('moves.do', { count: plan.impact.ifMoved.moved })}
            onSubmit={async () => {
              await lyceum.moves.create.mutate(plan.move)
              setPlan(undefined)
            }}
            actions={<Button onClick={() => setPlan(undefined)}>{t('cancel')}</Button>}
          />
        </div>
      </>
    )
  return (
    <Form
      className="max-w-2xl"
      submit={t('moves.plan')}
      look="normal"
      onSubmit={async (values) => {
        const move = { courseId, to, ...readFields(values, { policy: policies }) }
        const { impact } = await lyceum.moves.create.mutate({ ...move, dryRun: true })
        if (impact !== null) setPlan({ move, impact })
      }}
    >
      <p className="text-muted">{t('moves.text', { number: showNumber(to) })}</p>
      <Fields kinds={{ policy: policies }} />
    </Form>
  )
}
