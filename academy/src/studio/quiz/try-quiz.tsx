import type { Answer, PreviewAttemptInput, PreviewedAttempt } from '@lyceum/sdk'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ReviewedQuestion } from '../../learn/attempts/attempt-result.tsx'
import { QuestionField } from '../../learn/attempts/question-field.tsx'
import { lyceum } from '../../lyceum.ts'
import { HtmlOfLesson } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { showPercent } from '../../ui/format.ts'
import { FormError } from '../../ui/forms/form.tsx'
import { useCourse } from '../courses/course.ts'
import { sentenceOf, useProblems } from '../lessons/problems.tsx'

interface TryQuizProps {
  /** Default: the lesson of the page. */
  lessonKey?: string
  /** The published version whose quiz it is; absent for the draft. */
  version?: number | undefined
}

/** Runs an attempt that does not count, as learners see it, and shows the right answers. */
export function TryQuiz({ lessonKey, version }: TryQuizProps) {
  const params = useParams({ strict: false })
  const key = lessonKey ?? params.key ?? ''
  const { courseId, html } = useCourse()
  const [answers, setAnswers] = useState<Readonly<Record<number, Answer | null>>>({})
  const [tried, setTried] = useState<PreviewedAttempt>()
  const [isGraded, setGraded] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: Pick<PreviewAttemptInput, 'seed' | 'answers'>) =>
      lyceum.drafts.previewAttempt.mutate({ courseId, key, ...input, ...(version && { version }) }),
    // What was answered stays where grading fails.
    onSuccess: (attempt, { seed }) => {
      setTried(attempt)
      setGraded(seed !== undefined)
    },
    meta: { changesNothingElse: true, showsErrors: true },
  })
  const lacks = useProblems(key).filter(({ severity }) => severity === 'error')
  function submit(): void {
    const given = Object.entries(answers).flatMap(([at, answer]) =>
      answer === null ? [] : { position: Number(at), answer },
    )
    if (isGraded) setAnswers({})
    mutate(
      tried === undefined || isGraded
        ? {}
        : { seed: tried.seed, ...(given.length > 0 && { answers: given }) },
    )
  }
  if (lacks.length > 0)
    return (
      <>
        <p>{t('quizEditor.tryLater')}</p>
        <ul className="mt-2 list-disc ps-5">
          {lacks.map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>
              {sentenceOf(problem, `lessons.${key}.`)}
            </li>
          ))}
        </ul>
      </>
    )
  return (
    <HtmlOfLesson value={html}>
      <p className="mb-4 text-muted">{t('quizEditor.tryText')}</p>
      <ol className="mb-4 flex flex-col gap-4">
        {tried?.questions.map((question) => {
          const { position } = question
          const answer = answers[position] ?? null
          if (isGraded)
            return (
              <ReviewedQuestion
                key={position}
                question={question}
                answer={answer ?? undefined}
                review={tried.review.find((one) => one.position === position)}
              />
            )
          return (
            <li key={position}>
              <QuestionField
                question={question}
                answer={answer}
                onAnswer={(given) => setAnswers({ ...answers, [position]: given })}
              />
            </li>
          )
        })}
      </ol>
      {error !== null && <FormError error={error} />}
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <Button look="primary" isPending={isPending} onClick={submit}>
          {t(tried === undefined || isGraded ? 'quizEditor.begin' : 'quizEditor.grade')}
        </Button>
        <p role="status" className="font-medium">
          {isGraded &&
            tried &&
            t(tried.passed ? 'quizEditor.passed' : 'quizEditor.notPassed', {
              percent: showPercent(tried.percent),
            })}
        </p>
      </div>
    </HtmlOfLesson>
  )
}
