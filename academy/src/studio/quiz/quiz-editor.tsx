import type { DraftQuiz, DraftQuizInput, Question, QuestionInput } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { ListEditor } from '../../ui/forms/list-editor.tsx'
import { PartFields } from '../../ui/forms/part-fields.tsx'
import { partOf } from '../../ui/inputs/inputs.ts'
import type { Edits } from '../lessons/content.ts'
import { BringQuestions } from './bring-questions.tsx'
import { QuestionFields } from './question-fields.tsx'
import { newKey, newQuestion } from './questions.ts'
import { TryQuiz } from './try-quiz.tsx'

const quizPart = partOf(lyceum.drafts.updateLesson, 'quiz')

export function QuizEditor({ value: quiz, onChange }: Edits<DraftQuiz | null, DraftQuizInput>) {
  if (quiz === null) return null
  return (
    <>
      <Pools value={quiz.pools} onChange={(pools) => onChange({ ...quiz, pools })} />
      <DialogButton label={t('quizEditor.try')} wide>
        {() => <TryQuiz />}
      </DialogButton>
      <details className="mt-6 rounded-lg border border-line p-3">
        <summary className="font-medium">{t('quizEditor.rules')}</summary>
        <PartFields
          at="quiz"
          part={quizPart}
          fields={[
            ...(['passPercent', 'attempts', 'timeLimitMinutes', 'cooldownMinutes'] as const),
            ...(['weight', 'reveals', 'shuffles'] as const),
          ]}
          without={['pools']}
          of={quiz}
          onChange={(rules) => onChange({ ...quiz, ...rules })}
          className="mt-3 grid items-start gap-4 sm:grid-cols-2"
        />
      </details>
    </>
  )
}

type Pool = DraftQuiz['pools'][number]

/** Most quizzes have one pool, of which all is asked: then there are just questions. */
function Pools({ value: pools, onChange }: Edits<Pool[]>) {
  const [only, ...others] = pools
  if (only !== undefined && others.length === 0 && only.take === null)
    return (
      <>
        <Questions at="quiz.pools.0" value={only} onChange={(pool) => onChange([pool])} />
        <Button look="quiet" onClick={() => onChange([{ ...only, take: 1 }])}>
          {t('quizEditor.usePools')}
        </Button>
      </>
    )
  return (
    <ListEditor
      name="quizEditor.pool"
      items={pools}
      newItem={() => ({ title: null, take: 1, questions: [] })}
      onChange={onChange}
    >
      {(pool, set, index) => (
        <>
          <PartFields
            at={`quiz.pools.${index}`}
            part={partOf(quizPart, 'pools')}
            className="mb-3 grid grid-cols-2 gap-2"
            fields={['title', 'take']}
            without={['questions']}
            of={pool}
            onChange={(values) => set({ ...pool, ...values })}
          />
          <Questions at={`quiz.pools.${index}`} value={pool} onChange={set} />
        </>
      )}
    </ListEditor>
  )
}

type QuestionItemProps = Edits<QuestionInput> & { at: string; number: number }

/** A question that opens on a click; a new one is open. */
function QuestionItem({ at, number, value: question, onChange }: QuestionItemProps) {
  const [isNew] = useState(question.title === '')
  return (
    <details open={isNew} data-at={at}>
      <summary className="min-h-10 py-2">
        {number}. <bdi>{question.title || t('quizEditor.newQuestion')}</bdi>{' '}
        <span className="text-sm text-muted">{t(`field.questionType.${question.type}`)}</span>
      </summary>
      <QuestionFields key={question.type} at={at} value={question} onChange={onChange} />
    </details>
  )
}

function Questions({ at, value: pool, onChange }: Edits<Pool> & { at: string }) {
  const [brought, setBrought] = useState(0)
  const change = (questions: QuestionInput[]) =>
    onChange({ ...pool, questions: questions as Question[] })
  return (
    <>
      <ListEditor<QuestionInput>
        key={brought}
        name="quizEditor.question"
        items={pool.questions}
        newItem={() => newQuestion('single')}
        copy={(question) => ({ ...question, key: newKey() })}
        onChange={change}
      >
        {(question, set, index) => (
          <QuestionItem
            at={`${at}.questions.${index}`}
            number={index + 1}
            value={question}
            onChange={set}
          />
        )}
      </ListEditor>
      <BringQuestions
        onBring={(questions) => {
          setBrought(brought + 1)
          change([...pool.questions, ...questions])
        }}
      />
    </>
  )
}
