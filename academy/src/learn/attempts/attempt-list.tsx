import type { AttemptSummary } from '@lyceum/sdk'
import { type ReactNode, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { showInstant, showPercent } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'

export function RuleList({ rules }: { rules: (string | false)[] }) {
  return (
    <ul className="list-disc ps-5">{rules.map((rule) => rule && <li key={rule}>{rule}</li>)}</ul>
  )
}

interface AttemptListProps {
  attempts: readonly AttemptSummary[]
  children: (attemptId: string) => ReactNode
}

/** Lists attempts, with the newest open, because the learner waits for it. */
export function AttemptList({ attempts, children }: AttemptListProps) {
  const [newest] = attempts
  return (
    <>
      {/* Announces when an attempt was handed in or graded. */}
      <p role="status" className="sr-only">
        {newest && `${t('attempt.number', { number: newest.number })}: ${stateOf(newest)}`}
      </p>
      {newest && (
        <Section title={t('attempt.all')}>
          <div id="attempts" className="flex scroll-mt-32 flex-col gap-3">
            {attempts.map((attempt) => (
              <AttemptItem key={attempt.id} attempt={attempt} isFirst={attempt === newest}>
                {children(attempt.id)}
              </AttemptItem>
            ))}
          </div>
        </Section>
      )}
    </>
  )
}

interface AttemptItemProps {
  attempt: AttemptSummary
  isFirst: boolean
  children: ReactNode
}

function AttemptItem({ attempt, isFirst, children }: AttemptItemProps) {
  const [isOpen, setOpen] = useState(isFirst)
  const { number, submittedAt, result, status } = attempt
  const tone = result?.passed ? 'good' : status === 'graded' ? 'bad' : 'warn'
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-xl border border-line"
    >
      <summary className="p-3">
        <span className="font-medium">{t('attempt.number', { number })}</span>{' '}
        {submittedAt !== null && <span className="text-muted">{showInstant(submittedAt)}</span>}{' '}
        <Badge tone={tone}>{stateOf(attempt)}</Badge>
      </summary>
      {isOpen && <div className="border-t border-line p-4">{children}</div>}
    </details>
  )
}

function stateOf({ status, result }: AttemptSummary): string {
  if (result === null) return t(status === 'returned' ? 'value.returned' : 'attempt.waiting')
  return passText(result)
}

export function passText(result: { passed: boolean; percent?: number | null }): string {
  const state = t(result.passed ? 'value.passed' : 'value.notPassed')
  return result.percent == null ? state : `${state} · ${showPercent(result.percent)}`
}
