import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { ListTable } from '../../ui/data/pages.tsx'
import { showInstant, showNumber } from '../../ui/format.ts'
import { ForetoldForm } from '../../ui/forms/foretold-form.tsx'
import { nameOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { picks } from '../../ui/picks/picks.tsx'
import { useCourse } from '../courses/course.ts'
import { Effect } from './effect.tsx'

/** Brings learners to a version: first the figures, then the move, then how far it is. */
export function Moves({ to }: { to: number }) {
  const { courseId, may } = useCourse()
  return (
    <>
      {may('manageClass') && (
        <Section title={t('moves.title')}>
          <ForetoldForm
            key={to}
            foretell={t('moves.plan')}
            above={<p className="text-muted">{t('moves.text', { number: showNumber(to) })}</p>}
            to={lyceum.moves.create}
            input={{ courseId, to }}
            fields={['policy', 'userIds']}
            looks={{ userIds: { Field: picks.learner } }}
            labels={{ userIds: 'chosenLearners' }}
            send={({ userIds, ...move }, dryRun) =>
              lyceum.moves.create.mutate({
                ...{ ...move, dryRun },
                ...(move.policy === 'chosen' && { userIds }),
              })
            }
            act={({ impact }) => t('moves.do', { count: impact?.ifMoved.moved ?? 0 })}
          >
            {({ impact }) => impact && <Effect {...impact} />}
          </ForetoldForm>
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
