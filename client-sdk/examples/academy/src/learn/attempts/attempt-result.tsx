import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import type { Html } from '../../markdown/to-fragment.ts'
import { t } from '../../texts/texts.ts'
import { Read } from '../../ui/loaded.tsx'
import type { Answer, Attempt, Question } from './answers.ts'

type Reviewed = NonNullable<Attempt['review']>[number]

/** How an attempt was graded, as far as the quiz says so. */
export function AttemptResult({ attemptId, html }: { attemptId: string; html: Html }) {
  return (
    <Read of={lyceum.attempts.get} input={{ attemptId }}>
      {({ status, result, questions, answers, review }) => (
        <div className="flex flex-col gap-4">
          <p>{result === null ? t(`attempt.${status}.text`) : t(passText(result.passed))}</p>
          {result?.points !== undefined && result.maxPoints !== undefined && (
            <p>{t('attempt.points', { points: result.points, maxPoints: result.maxPoints })}</p>
          )}
          <Comment text={result?.comment ?? null} />
          <ol className="flex flex-col gap-4">
            {questions.map((question) => (
              <ReviewedQuestion
                key={question.position}
                question={question}
                html={html}
                answer={answers.find(({ position }) => position === question.position)?.answer}
                review={review?.find(({ position }) => position === question.position)}
              />
            ))}
          </ol>
        </div>
      )}
    </Read>
  )
}

const passText = (passed: boolean) => (passed ? 'attempt.passed.text' : 'attempt.notPassed.text')

/** What a person says of it: plain text. */
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
  question: Question
  html: Html
  answer: Answer | undefined
  review: Reviewed | undefined
}

export function ReviewedQuestion({ question, html, answer, review }: ReviewedQuestionProps) {
  const { position, title, points: maxPoints } = question
  const points = review?.points ?? null
  return (
    <li className="border-t border-line pt-3">
      <p className="font-medium">
        {position + 1}. <Markdown text={title} html={html} inline />
      </p>
      <Lines label={t('attempt.yours')} lines={linesOf(question, answer)} html={html} />
      {review !== undefined && (
        <Lines label={t('attempt.right')} lines={linesOf(question, review.right)} html={html} />
      )}
      {points !== null && (
        <p className={points === maxPoints ? 'text-good' : 'text-muted'}>
          {t('attempt.points', { points, maxPoints })}
        </p>
      )}
      {review?.explanation != null && (
        <div className="mt-2 rounded-lg bg-tint p-3">
          <Markdown text={review.explanation} html={html} level={3} />
        </div>
      )}
    </li>
  )
}

function Lines({ label, lines, html }: { label: string; lines: string[]; html: Html }) {
  if (lines.length === 0) return null
  return (
    <div className="mt-1 grid gap-x-3 sm:grid-cols-[8rem_1fr]">
      <span className="text-sm text-muted">{label}</span>
      <ul>
        {lines.map((line) => (
          <li key={line} className="whitespace-pre-wrap">
            <Markdown text={line} html={html} inline />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** An answer, given or right, as lines of Markdown: of options what they say, not their number. */
function linesOf(question: Question, answer: Partial<Answer> | Reviewed['right'] = {}): string[] {
  const { choice, choices, order, pairs, accepted, number, text } = answer as Reviewed['right'] & {
    number?: string
    text?: string
  }
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
        return `${question.left[at]} → ${chosen}`
      })
    default:
      return [...(accepted ?? []), number, text].filter((one) => one !== undefined).map(escaped)
  }
}

/** What somebody typed is shown as they typed it. */
const escaped = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
