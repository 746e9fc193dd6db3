import type { Attempt } from '@lyceum/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Loaded } from '../../ui/data/loaded.tsx'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { useStore } from '../../ui/store.ts'
import { toast } from '../../ui/toasts.ts'
import { FlawsOfAttempt } from '../flaws/question-flaw.tsx'
import { createAnswers, runningAttemptQuery } from './answers.ts'
import { QuestionField } from './question-field.tsx'
import { TimeLeft } from './time-left.tsx'

export function RunningAttempt({ attemptId }: { attemptId: string }) {
  const query = useQuery(runningAttemptQuery(attemptId))
  return (
    <Loaded query={query}>{(attempt) => <AttemptForm key={attempt.id} attempt={attempt} />}</Loaded>
  )
}

function AttemptForm({ attempt }: { attempt: Attempt }) {
  const { id: attemptId, lessonId, number, questions } = attempt
  const [answers] = useState(() => createAnswers(attempt))
  const { given, refused, saving, deadlineAt, replaced } = useStore(answers.store)
  const queries = useQueryClient()
  const missing = questions.filter(
    ({ position }) => given[position] == null || refused[position] !== undefined,
  ).length
  const isPartly = saving === 'saved' && Object.keys(refused).length > 0

  // Saves when the learner leaves the page.
  useEffect(() => answers.open(), [answers])
  // Brings the result into view once the attempt is over.
  useEffect(
    () => () => void setTimeout(() => document.getElementById('attempts')?.scrollIntoView()),
    [],
  )
  // The server decides whether time is up, and grades what it has.
  useEffect(() => {
    // Reading it ends it at the server, and then the list says so.
    if (saving === 'over') void answers.look().then(() => queries.invalidateQueries())
  }, [saving, queries, answers])
  async function lookWhetherOver(): Promise<void> {
    await answers.flush()
    await answers.look()
    if (answers.store.get().saving === 'over') await queries.invalidateQueries()
  }

  async function handIn(): Promise<unknown> {
    if (await answers.flush()) return lyceum.attempts.submit.mutate({ attemptId })
    const isOver = answers.store.get().saving === 'over'
    toast({ tone: 'bad', text: t(isOver ? 'quiz.over' : 'quiz.notSaved') })
    throw new Error('The answers are not saved.')
  }

  return (
    <section aria-label={t('attempt.number', { number })} className="flex flex-col gap-6">
      <div className="sticky top-14 z-10 flex flex-wrap items-center justify-between gap-3 border-b border-line bg-paper py-2">
        <h2 className="font-semibold">{t('attempt.number', { number })}</h2>
        {deadlineAt !== null && (
          <TimeLeft deadlineAt={deadlineAt} onOver={() => void lookWhetherOver()} />
        )}
        <p
          role="status"
          className={isPartly || saving === 'failed' ? 'text-bad' : 'text-sm text-muted'}
        >
          {t(isPartly ? 'quiz.partly' : `quiz.${saving}`)}
        </p>
      </div>
      <FlawsOfAttempt value={{ lessonId, attemptId }}>
        {questions.map((question) => (
          <QuestionField
            key={`${question.position}.${replaced[question.position] ?? 0}`}
            question={question}
            answer={given[question.position] ?? null}
            refusal={refused[question.position]}
            onAnswer={(answer) => answers.set(question.position, answer)}
          />
        ))}
      </FlawsOfAttempt>
      <div>
        <ConfirmButton
          name="quiz.handIn"
          look="primary"
          text={t('quiz.handIn.missing', { count: missing })}
          run={handIn}
        />
      </div>
    </section>
  )
}
