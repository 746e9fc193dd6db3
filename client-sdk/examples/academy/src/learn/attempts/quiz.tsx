import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { showInstant, showMinutes, showPercent } from '../../ui/format.ts'
import { Read } from '../../ui/loaded.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import type { Lesson, QuizRules } from '../lessons/queries.ts'
import { AttemptList } from './attempt-list.tsx'
import { AttemptResult } from './attempt-result.tsx'
import { clock } from './clock.ts'
import { RunningAttempt } from './running-attempt.tsx'

export function Quiz({ lesson, quiz }: { lesson: Lesson; quiz: QuizRules }) {
  const { id: lessonId } = lesson
  const start = useMutation({
    ...mutationOptions(lyceum.attempts.start),
    onSuccess: ({ startedAt }) => clock.set(startedAt),
  })
  return (
    <Read of={lyceum.attempts.list} input={{ lessonId, limit: 100 }} isEmpty={() => false}>
      {({ items, attemptsLeft, nextAt, accommodation }) => {
        const running = items.find(({ status }) => status === 'open')
        if (running !== undefined)
          return <RunningAttempt attemptId={running.id} html={lesson.html} />
        const isTryable = attemptsLeft !== 0 && nextAt === null
        return (
          <>
            <Section title={t('quiz.rules')}>
              <Panel>
                <Rules quiz={quiz} timePercent={accommodation?.timePercent ?? 100} />
                {attemptsLeft !== null && items.length > 0 && (
                  <p className="mt-3">{t('quiz.attemptsLeft', { count: attemptsLeft })}</p>
                )}
                {nextAt !== null && (
                  <p className="mt-3">{t('quiz.nextAt', { instant: showInstant(nextAt) })}</p>
                )}
                {isTryable && (
                  <Button
                    look="primary"
                    className="mt-4"
                    isPending={start.isPending}
                    onClick={() => start.mutate({ lessonId })}
                  >
                    {items.length === 0 ? t('quiz.start') : t('quiz.again')}
                  </Button>
                )}
              </Panel>
            </Section>
            <AttemptList attempts={items}>
              {(attemptId) => <AttemptResult attemptId={attemptId} html={lesson.html} />}
            </AttemptList>
          </>
        )
      }}
    </Read>
  )
}

function Rules({ quiz, timePercent }: { quiz: QuizRules; timePercent: number }) {
  const { questions, points, passPercent, attempts, cooldownMinutes, timeLimitMinutes } = quiz
  const rules = [
    t('quiz.questions', { count: questions }),
    t('quiz.pass', { percent: showPercent(passPercent), points }),
    attempts === null ? t('quiz.anyAttempts') : t('quiz.attempts', { count: attempts }),
    cooldownMinutes > 0 && t('quiz.cooldown', { minutes: showMinutes(cooldownMinutes) }),
    timeLimitMinutes !== null &&
      t('quiz.timeLimit', {
        minutes: showMinutes(Math.round((timeLimitMinutes * timePercent) / 100)),
      }),
    t(`quiz.reveals.${quiz.reveals}`),
  ]
  return (
    <ul className="list-disc ps-5">{rules.map((rule) => rule && <li key={rule}>{rule}</li>)}</ul>
  )
}
