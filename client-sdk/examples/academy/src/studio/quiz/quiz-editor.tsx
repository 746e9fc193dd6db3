import type {
  DraftQuiz,
  DraftQuizInput,
  DraftQuizLesson,
  Question,
  QuestionInput,
} from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { LiveFields } from '../../ui/fields.tsx'
import { SelectField } from '../../ui/form.tsx'
import { ListEditor } from '../../ui/list-editor.tsx'
import { QuestionFields } from './question-fields.tsx'
import { newQuestion, questionTypes } from './questions.ts'
import { TryQuiz } from './try-quiz.tsx'

const kinds = {
  passPercent: 'number!',
  attempts: 'number',
  timeLimitMinutes: 'number',
  cooldownMinutes: 'number!',
  weight: 'number!',
  reveals: ['never', 'score', 'after-pass', 'after-last-attempt'],
  shuffles: 'box',
} as const

interface QuizEditorProps {
  lesson: DraftQuizLesson
  onChange: (quiz: DraftQuizInput) => void
}

export function QuizEditor({ lesson, onChange }: QuizEditorProps) {
  const { quiz } = lesson
  if (quiz === null) return null
  const change = (patch: Partial<DraftQuizInput>) => onChange({ ...quiz, ...patch })
  return (
    <>
      <Pools pools={quiz.pools} onChange={(pools) => change({ pools })} />
      <TryQuiz lessonKey={lesson.key} />
      <details className="mt-6 rounded-lg border border-line p-3">
        <summary className="font-medium">{t('quizEditor.rules')}</summary>
        <LiveFields
          kinds={kinds}
          of={quiz}
          onChange={change}
          className="mt-3 grid items-start gap-4 sm:grid-cols-2"
        />
      </details>
    </>
  )
}

type Pool = DraftQuiz['pools'][number]

interface PoolsProps {
  pools: Pool[]
  onChange: (pools: Pool[]) => void
}

/** Most quizzes have one pool, of which all is asked: then there are just questions. */
function Pools({ pools, onChange }: PoolsProps) {
  const [only, ...others] = pools
  if (only !== undefined && others.length === 0 && only.take === null)
    return (
      <>
        <Questions pool={only} onChange={(pool) => onChange([pool])} />
        <Button look="quiet" onClick={() => onChange([{ ...only, take: 1 }])}>
          {t('quizEditor.usePools')}
        </Button>
      </>
    )
  return (
    <ListEditor
      label={t('quizEditor.pool')}
      items={pools}
      add={t('quizEditor.addPool')}
      newItem={() => ({ title: null, take: 1, questions: [newQuestion('single') as Question] })}
      onChange={onChange}
    >
      {(pool, set) => (
        <>
          <LiveFields
            className="mb-3 grid grid-cols-2 gap-2"
            kinds={{ title: 'text', take: 'number' }}
            of={pool}
            onChange={(values) => set({ ...pool, ...values })}
          />
          <Questions pool={pool} onChange={set} />
        </>
      )}
    </ListEditor>
  )
}

function Questions({ pool, onChange }: { pool: Pool; onChange: (pool: Pool) => void }) {
  return (
    <ListEditor<QuestionInput>
      label={t('quizEditor.question')}
      items={pool.questions}
      add={t('quizEditor.addQuestion')}
      newItem={() => newQuestion('single')}
      onChange={(questions) => onChange({ ...pool, questions: questions as Question[] })}
    >
      {(question, set, index) => (
        <details>
          <summary className="min-h-10 py-2">
            {index + 1}. <bdi>{question.title}</bdi>{' '}
            <span className="text-sm text-muted">{t(`questionType.${question.type}`)}</span>
          </summary>
          <div className="flex flex-col gap-4 py-2">
            <SelectField
              label={t('field.type')}
              value={question.type}
              options={Object.fromEntries(
                questionTypes.map((type) => [type, t(`questionType.${type}`)]),
              )}
              onChange={(value) => {
                const type = questionTypes.find((one) => one === value) ?? 'single'
                const { key, title, points = 1 } = question
                set({ ...newQuestion(type), key, title, points })
              }}
            />
            <QuestionFields key={question.type} question={question} onChange={set} />
          </div>
        </details>
      )}
    </ListEditor>
  )
}
