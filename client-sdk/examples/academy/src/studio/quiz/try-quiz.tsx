import type { Answer, PreviewAttemptInput } from '@lyceum/sdk'
import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ReviewedQuestion } from '../../learn/attempts/attempt-result.tsx'
import { QuestionField } from '../../learn/attempts/question-field.tsx'
import { lyceum } from '../../lyceum.ts'
import { HtmlOfLesson } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { showPercent } from '../../ui/format.ts'
import { useCourse } from '../courses/course.ts'

/** A try that counts for nothing, as learners have it, and what is right. */
export function TryQuiz({ lessonKey }: { lessonKey: string }) {
  const { html } = useCourse()
  return (
    <DialogButton label={t('quizEditor.try')} wide>
      {() => (
        <HtmlOfLesson value={html}>
          <Attempt lessonKey={lessonKey} />
        </HtmlOfLesson>
      )}
    </DialogButton>
  )
}

function Attempt({ lessonKey: key }: { lessonKey: string }) {
  const { id: courseId } = useCourse()
  const [answers, setAnswers] = useState<Readonly<Record<number, Answer | null>>>({})
  const [isGraded, setGraded] = useState(false)
  const { mutate, data, isPending } = useMutation({
    ...mutationOptions(lyceum.drafts.previewAttempt),
    meta: { changesNothingElse: true },
  })
  function ask(input: Pick<PreviewAttemptInput, 'seed' | 'answers'>): void {
    mutate({ courseId, key, ...input }, { onSuccess: () => setGraded(input.seed !== undefined) })
  }
  function submit(): void {
    const given = Object.entries(answers).map(([at, answer]) => ({ position: Number(at), answer }))
    ask(data === undefined || isGraded ? {} : { seed: data.seed, answers: given })
    if (isGraded) setAnswers({})
  }
  return (
    <>
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
          {data !== undefined &&
            isGraded &&
            t(data.passed ? 'quizEditor.passed' : 'quizEditor.notPassed', {
              percent: showPercent(data.percent),
            })}
        </p>
      </div>
    </>
  )
}
