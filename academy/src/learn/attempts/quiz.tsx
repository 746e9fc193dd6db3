import type { LessonQuiz, QuizLesson } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/button.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { showInstant, showMinutes, showPercent } from '../../ui/format.ts'
import { Panel, Section } from '../../ui/page.tsx'
import type { Player } from '../courses/use-player.ts'
import { WayOn } from '../lessons/way-on.tsx'
import { AttemptList, RuleList } from './attempt-list.tsx'
import { AttemptResult } from './attempt-result.tsx'
import { RunningAttempt } from './running-attempt.tsx'

export function Quiz({ lesson, player }: { lesson: QuizLesson; player: Player }) {
  const { id: lessonId, quiz } = lesson
  return (
    <Read of={lyceum.attempts.list} input={{ lessonId, limit: 100 }} isEmpty={() => false}>
      {({ items, attemptsLeft, nextAt, accommodation }) => {
        const running = items.find(({ status }) => status === 'open')
        if (running !== undefined) return <RunningAttempt attemptId={running.id} />
        const isOver = items.some(({ status, result }) => status === 'waiting' || result?.passed)
        return (
          <>
            <Section title={t('quiz.rules')}>
              <Panel className="flex flex-col items-start gap-3">
                <RuleList rules={rulesOf(quiz, accommodation?.timePercent)} />
                {attemptsLeft !== null && items.length > 0 && (
                  <p>{t('quiz.attemptsLeft', { count: attemptsLeft })}</p>
                )}
                {nextAt !== null && <p>{t('quiz.nextAt', { instant: showInstant(nextAt) })}</p>}
                <div className="flex flex-wrap gap-3 empty:hidden">
                  {isOver && <WayOn player={player} lessonId={lessonId} />}
                  {attemptsLeft !== 0 && nextAt === null && (
                    <ActionButton
                      name={items.length === 0 ? 'quiz.start' : 'quiz.again'}
                      look={isOver ? 'quiet' : 'primary'}
                      run={() => lyceum.attempts.start.mutate({ lessonId })}
                    />
                  )}
                </div>
              </Panel>
            </Section>
            <AttemptList attempts={items}>
              {(attemptId) => <AttemptResult attemptId={attemptId} />}
            </AttemptList>
          </>
        )
      }}
    </Read>
  )
}

function rulesOf(quiz: LessonQuiz, timePercent = 100) {
  const { questions, points, passPercent, attempts, cooldownMinutes, timeLimitMinutes } = quiz
  const minutes = Math.round(((timeLimitMinutes ?? 0) * timePercent) / 100)
  return [
    t('quiz.questions', { count: questions }),
    t('quiz.pass', { percent: showPercent(passPercent), points }),
    attempts === null ? t('quiz.anyAttempts') : t('quiz.attempts', { count: attempts }),
    cooldownMinutes > 0 && t('quiz.cooldown', { minutes: showMinutes(cooldownMinutes) }),
    minutes > 0 && t('quiz.timeLimit', { minutes: showMinutes(minutes) }),
    t(`quiz.reveals.${quiz.reveals}`),
  ]
}
