import type { Answer, PreviewAttemptInput, PreviewedAttempt, ReviewedQuestion } from '@lyceum/sdk'
import { mutationOptions } from '@lyceum/sdk/query'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { showPercent } from '../../ui/format.ts'
import { Loading } from '../../ui/loaded.tsx'
import { useCourse } from '../courses/course.ts'
import { AnswerField } from './answer-field.tsx'

/** A try that counts for nothing, with what is right. */
export function TryQuiz({ lessonKey }: { lessonKey: string }) {
  return (
    <DialogButton label={t('quizEditor.try')} title={t('quizEditor.try')} wide>
      {() => <Attempt lessonKey={lessonKey} />}
    </DialogButton>
  )
}

function Attempt({ lessonKey }: { lessonKey: string }) {
  const { id: courseId } = useCourse()
  const [answers, setAnswers] = useState<ReadonlyMap<number, Answer>>(new Map())
  const [isGraded, setGraded] = useState(false)
  const attempt = useMutation({
    ...mutationOptions(lyceum.drafts.previewAttempt),
    meta: { changesNothingElse: true },
  })
  const ask = (input: Omit<PreviewAttemptInput, 'courseId' | 'key'> = {}) =>
    attempt.mutate({ courseId, key: lessonKey, ...input })
  const { data } = attempt
  if (data === undefined) {
    if (attempt.isPending) return <Loading />
    return (
      <>
        <p className="mb-4">{t('quizEditor.tryText')}</p>
        <Button look="primary" onClick={() => ask()}>
          {t('quizEditor.begin')}
        </Button>
      </>
    )
  }
  return (
    <>
      <ol className="flex flex-col gap-6">
        {data.questions.map((question) => (
          <li key={question.position}>
            <AnswerField
              question={question}
              answer={answers.get(question.position)}
              onChange={(answer) => setAnswers(new Map(answers).set(question.position, answer))}
            />
            {isGraded && <Review attempt={data} review={data.review[question.position]} />}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button
          look="primary"
          isPending={attempt.isPending}
          onClick={() => {
            const given = [...answers].map(([position, answer]) => ({ position, answer }))
            setGraded(true)
            ask({ seed: data.seed, answers: given })
          }}
        >
          {t('quizEditor.grade')}
        </Button>
        {isGraded && (
          <p role="status" className="font-medium">
            {t(data.passed ? 'quizEditor.passed' : 'quizEditor.notPassed', {
              percent: showPercent(data.percent),
            })}
          </p>
        )}
      </div>
    </>
  )
}

interface ReviewProps {
  attempt: PreviewedAttempt
  review: ReviewedQuestion | undefined
}

function Review({ attempt, review }: ReviewProps) {
  if (review === undefined) return null
  const question = attempt.questions[review.position]
  const {
    accepted,
    choice,
    choices = choice === undefined ? [] : [choice],
    order,
    pairs,
  } = review.right
  const texts = question === undefined ? [] : rightOf()
  return (
    <div className="mt-2 border-s-4 border-line ps-3 text-sm">
      <p>
        {review.points === null
          ? t('attemptState.waiting')
          : t('quizEditor.points', { given: review.points, most: question?.points ?? 0 })}{' '}
        {texts.length > 0 && t('quizEditor.right', { right: texts.join(' · ') })}
      </p>
      {review.explanation !== null && <Markdown text={review.explanation} />}
    </div>
  )

  function rightOf(): (string | undefined)[] {
    if (question === undefined) return []
    if ('options' in question) return choices.map((index) => question.options[index])
    if ('items' in question) return order?.map((index) => question.items[index]) ?? []
    if ('left' in question)
      return pairs?.map((index, at) => `${question.left[at]} – ${question.right[index]}`) ?? []
    return accepted ?? []
  }
}
