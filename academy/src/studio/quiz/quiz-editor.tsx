import type { DraftQuiz, DraftQuizInput, Question, QuestionInput } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { partOf } from '../../ui/forms/inputs.ts'
import { ListEditor } from '../../ui/forms/list-editor.tsx'
import { PartFields } from '../../ui/forms/part-fields.tsx'
import type { Edits } from '../lessons/content.ts'
import { QuestionFields } from './question-fields.tsx'
import { newQuestion } from './questions.ts'
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
      newItem={() => ({ title: null, take: 1, questions: [newQuestion('single') as Question] })}
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

function Questions({ at, value: pool, onChange }: Edits<Pool> & { at: string }) {
  return (
    <ListEditor<QuestionInput>
      name="quizEditor.question"
      items={pool.questions}
      newItem={() => newQuestion('single')}
      onChange={(questions) => onChange({ ...pool, questions: questions as Question[] })}
    >
      {(question, set, index) => (
        <details>
          <summary className="min-h-10 py-2">
            {index + 1}. <bdi>{question.title}</bdi>{' '}
            <span className="text-sm text-muted">{t(`field.questionType.${question.type}`)}</span>
          </summary>
          <QuestionFields
            key={question.type}
            at={`${at}.questions.${index}`}
            value={question}
            onChange={set}
          />
        </details>
      )}
    </ListEditor>
  )
}
