import type { Answer, PreviewAttemptInput } from '@lyceum/sdk'
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
import { useCourse } from '../courses/course.ts'

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
  const { mutate, data, variables, isPending } = useMutation({
    mutationFn: (input: Pick<PreviewAttemptInput, 'seed' | 'answers'>) =>
      lyceum.drafts.previewAttempt.mutate({ courseId, key, ...input, ...(version && { version }) }),
    meta: { changesNothingElse: true },
  })
  const isGraded = data !== undefined && variables?.seed !== undefined
  function submit(): void {
    const given = Object.entries(answers).map(([at, answer]) => ({ position: Number(at), answer }))
    if (isGraded) setAnswers({})
    mutate(data === undefined || isGraded ? {} : { seed: data.seed, answers: given })
  }
  return (
    <HtmlOfLesson value={html}>
      <p className="mb-4 text-muted">{t('quizEditor.tryText')}</p>
      <ol className="mb-4 flex flex-col gap-4">
        {data?.questions.map((question) => {
          const { position } = question
          const answer = answers[position] ?? null
          if (isGraded)
            return (
              <ReviewedQuestion
                key={position}
                question={question}
                answer={answer ?? undefined}
                review={data.review.find((one) => one.position === position)}
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
      <div className="flex flex-wrap items-center gap-4">
        <Button look="primary" isPending={isPending} onClick={submit}>
          {t(data === undefined || isGraded ? 'quizEditor.begin' : 'quizEditor.grade')}
        </Button>
        <p role="status" className="font-medium">
          {isGraded &&
            t(data.passed ? 'quizEditor.passed' : 'quizEditor.notPassed', {
              percent: showPercent(data.percent),
            })}
        </p>
      </div>
    </HtmlOfLesson>
  )
}
