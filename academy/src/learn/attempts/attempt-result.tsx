import type { Answer, Attempt, AttemptQuestion, ReviewedQuestion as Review } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { useDirection } from '../../markdown/language-of-texts.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { withoutMarkup } from '../../markdown/without-markup.ts'
import { t } from '../../texts/texts.ts'
import { Read } from '../../ui/data/loaded.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { Panel } from '../../ui/page.tsx'
import { FlawsOfAttempt, QuestionFlaw } from '../flaws/question-flaw.tsx'
import { forgetDrafts, readDrafts } from './drafts.ts'

/** Shows how an attempt was graded, as far as the quiz reveals it. */
export function AttemptResult({ attemptId }: { attemptId: string }) {
  return (
    <Read of={lyceum.attempts.get} input={{ attemptId }}>
      {({ lessonId, status, result, questions, answers, review }) => (
        <div className="flex flex-col gap-4">
          <p>{result === null ? t(`attempt.${status}.text`) : t(passText(result.passed))}</p>
          <p className="empty:hidden">{pointsText(result)}</p>
          <Comment text={result?.comment ?? null} />
          <NotAccepted attemptId={attemptId} questions={questions} answers={answers} />
          <FlawsOfAttempt value={{ lessonId, attemptId }}>
            <ol className="flex flex-col gap-4">
              {questions.map((question) => (
                <ReviewedQuestion
                  key={question.position}
                  question={question}
                  answer={answers.find(({ position }) => position === question.position)?.answer}
                  review={review?.find(({ position }) => position === question.position)}
                />
              ))}
            </ol>
          </FlawsOfAttempt>
        </div>
      )}
    </Read>
  )
}

/** Offers answers that arrived too late for copying: they do not count. */
function NotAccepted({
  attemptId,
  questions,
  answers,
}: Pick<Attempt, 'questions' | 'answers'> & { attemptId: string }) {
  const [drafts, setDrafts] = useState(() => readDrafts(attemptId))
  const late = questions.flatMap((question) => {
    const { position, title } = question
    const stored = answers.find((one) => one.position === position)?.answer
    const lines = linesOf(question, drafts[position]?.answer ?? undefined)
    const isStored = lines.join('\n') === linesOf(question, stored).join('\n')
    return lines.length === 0 || isStored
      ? []
      : [`${position + 1}. ${[title, ...lines].map(withoutMarkup).join('\n')}`]
  })
  if (late.length === 0) return null
  async function forget(): Promise<void> {
    forgetDrafts(attemptId)
    setDrafts({})
  }
  return (
    <Panel className="flex flex-col items-start gap-3">
      <p role="status" className="font-semibold text-bad">
        {t('attempt.late')}
      </p>
      <CopyField
        label={t('attempt.yours')}
        hint={t('attempt.late.text')}
        value={late.join('\n\n')}
        rows={Math.min(12, late.join('\n\n').split('\n').length + 1)}
      />
      <ConfirmButton name="attempt.forget" run={forget} />
    </Panel>
  )
}

/** Undefined where the quiz does not reveal points. */
export function pointsText(result: Attempt['result']): string | undefined {
  const { points, maxPoints } = result ?? {}
  if (points === undefined || maxPoints === undefined) return undefined
  return t('attempt.points', { points, maxPoints })
}

const passText = (passed: boolean) => (passed ? 'attempt.passed.text' : 'attempt.notPassed.text')

/** Shows a grader's comment as plain text. */
export function Comment({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <blockquote className="border-s-4 border-brand ps-3 whitespace-pre-wrap">
      <p className="text-sm text-muted">{t('attempt.comment')}</p>
      <bdi>{text}</bdi>
    </blockquote>
  )
}

interface ReviewedQuestionProps {
  question: AttemptQuestion
  answer: Answer | undefined
  review: Review | undefined
}

export function ReviewedQuestion({ question, answer, review }: ReviewedQuestionProps) {
  const { position, title, points: maxPoints } = question
  const points = review?.points ?? null
  return (
    <li dir={useDirection()} className="border-t border-line pt-3">
      <p className="font-medium">
        {position + 1}. <Markdown text={title} inline />
      </p>
      <Lines label={t('attempt.yours')} lines={linesOf(question, answer)} />
      {review !== undefined && (
        <Lines label={t('attempt.right')} lines={linesOf(question, review.right)} />
      )}
      {points !== null && (
        <p className={points === maxPoints ? 'text-good' : 'text-muted'}>
          <bdi>{t('attempt.points', { points, maxPoints })}</bdi>
        </p>
      )}
      {review?.explanation != null && (
        <div className="mt-2 rounded-lg bg-tint p-3">
          <Markdown text={review.explanation} level={3} />
        </div>
      )}
      <QuestionFlaw position={position} />
    </li>
  )
}

function Lines({ label, lines }: { label: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <div className="mt-1 grid gap-x-3 sm:grid-cols-[8rem_1fr]">
      <span className="text-sm text-muted">
        <bdi>{label}</bdi>
      </span>
      <ul>
        {lines.map((line) => (
          <li key={line} className="whitespace-pre-wrap">
            <Markdown text={line} inline />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Writes an answer, given or right, as lines of Markdown, with options' texts, not numbers. */
function linesOf(question: AttemptQuestion, answer: object = {}): string[] {
  const given: Review['right'] & { number?: string; text?: string } = answer
  const { choice, choices, order, pairs, accepted, number, text } = given
  switch (question.type) {
    case 'single':
      return choice === undefined ? [] : [question.options[choice] ?? '']
    case 'multiple':
      return (choices ?? []).map((index) => question.options[index] ?? '')
    case 'order':
      return (order ?? []).map((index, place) => `${place + 1}\\. ${question.items[index]}`)
    case 'match':
      return (pairs ?? []).map((index, at) => {
        const chosen = index === null ? '–' : question.right[index]
        return `${question.left[at]} ↔ ${chosen}`
      })
    default:
      return [...(accepted ?? []), number, text].filter((one) => one !== undefined).map(escaped)
  }
}

/** Escapes Markdown, so that input shows as it was typed. */
const escaped = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
