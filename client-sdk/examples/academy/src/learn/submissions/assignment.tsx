import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { showInstant, showPercent } from '../../ui/format.ts'
import { Read } from '../../ui/loaded.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { AttemptList } from '../attempts/attempt-list.tsx'
import { clock } from '../attempts/clock.ts'
import type { AssignmentRules, Lesson } from '../lessons/queries.ts'
import { HandInForm } from './hand-in-form.tsx'
import { HandedIn } from './handed-in.tsx'

export function Assignment({
  lesson,
  assignment,
}: {
  lesson: Lesson
  assignment: AssignmentRules
}) {
  const { id: lessonId } = lesson
  return (
    <Read of={lyceum.attempts.list} input={{ lessonId, limit: 100 }} isEmpty={() => false}>
      {({ items, attemptsLeft, accommodation }) => {
        const dueAt = later(assignment.dueAt, accommodation?.extraDays ?? 0)
        const isClosed = dueAt !== null && !assignment.takesLate && Date.parse(dueAt) < clock.now()
        const isWaiting = items.some(({ status }) => status === 'waiting')
        return (
          <>
            <Section title={t('assignment.rules')}>
              <Rules assignment={assignment} dueAt={dueAt} />
            </Section>
            <AttemptList attempts={items}>
              {(submissionId) => (
                <HandedIn submissionId={submissionId} rubric={assignment.rubric} />
              )}
            </AttemptList>
            {isWaiting ? null : (
              <Section title={items.length === 0 ? t('quiz.handIn') : t('assignment.again')}>
                {isClosed && <p>{t('assignment.closed')}</p>}
                {!isClosed && attemptsLeft === 0 && <p>{t('quiz.attemptsLeft', { count: 0 })}</p>}
                {!isClosed && attemptsLeft !== 0 && (
                  <>
                    {attemptsLeft !== null && items.length > 0 && (
                      <p className="mb-3">{t('quiz.attemptsLeft', { count: attemptsLeft })}</p>
                    )}
                    <HandInForm lessonId={lessonId} assignment={assignment} />
                  </>
                )}
              </Section>
            )}
          </>
        )
      }}
    </Read>
  )
}

function Rules({ assignment, dueAt }: { assignment: AssignmentRules; dueAt: string | null }) {
  const { points, passPercent, attempts, takesLate, rubric } = assignment
  const rules = [
    dueAt !== null && t('assignment.due', { instant: showInstant(dueAt) }),
    dueAt !== null && takesLate && t('assignment.late'),
    t('quiz.pass', { percent: showPercent(passPercent), points }),
    attempts !== null && t('quiz.attempts', { count: attempts }),
    t('assignment.person'),
  ]
  return (
    <Panel>
      <ul className="list-disc ps-5">{rules.map((rule) => rule && <li key={rule}>{rule}</li>)}</ul>
      {rubric.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{t('assignment.rubric')}</h3>
          <ul className="flex flex-col gap-1">
            {rubric.map(({ title, levels }) => (
              <li key={title}>
                {title}:{' '}
                <span className="text-muted">
                  {levels.map((level) => `${level.title} (${level.points})`).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function later(instant: string | null, days: number): string | null {
  return instant === null ? null : new Date(Date.parse(instant) + days * 86_400_000).toISOString()
}
