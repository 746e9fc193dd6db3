import type { Question, QuestionInput } from '@lyceum/sdk'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useRead } from '../../ui/data/loaded.tsx'
import { FileField, SelectField } from '../../ui/forms/controls.tsx'
import { DialogButton } from '../../ui/forms/dialog.tsx'
import { FormError } from '../../ui/forms/form.tsx'
import { useCourse } from '../courses/course.ts'
import { newKey } from './questions.ts'

const route = getRouteApi('/studio/$course/lesson/$key')

interface Found {
  questions: readonly Question[]
  left?: readonly { line: number; message: string }[]
  missing?: readonly string[]
}

interface BringProps {
  onBring: (questions: QuestionInput[]) => void
}

/** Takes questions from a file, or from another lesson of the course, after a look at them. */
export function BringQuestions({ onBring }: BringProps) {
  return (
    <DialogButton label={t('quizEditor.bring')} look="quiet" wide>
      {(close) => (
        <Bring
          onBring={(questions) => {
            onBring(questions)
            close()
          }}
        />
      )}
    </DialogButton>
  )
}

function Bring({ onBring }: BringProps) {
  const { courseId } = useCourse()
  const { key } = route.useParams()
  const { data: draft } = useRead(lyceum.drafts.get, { courseId })
  const [source, setSource] = useState('')
  const others = (draft?.sections.flatMap(({ lessons }) => lessons) ?? []).filter(
    (lesson) => lesson.type === 'quiz' && lesson.key !== key,
  )
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (from: File | string): Promise<Found> =>
      typeof from === 'string' ? ofLesson(courseId, from) : ofFile(courseId, key, from),
    meta: { changesNothingElse: true, showsErrors: true },
  })
  return (
    <div className="flex flex-col gap-4">
      <FileField
        label={t('quizEditor.bring.file')}
        hint={t('quizEditor.bring.fileHint')}
        accept=".txt,.gift,text/plain"
        onChange={({ target }) => {
          setSource('')
          const [file] = target.files ?? []
          if (file) mutate(file)
        }}
      />
      {others.length === 0 ? (
        <p className="text-muted">{t('quizEditor.bring.none')}</p>
      ) : (
        <SelectField
          label={t('quizEditor.bring.lesson')}
          value={source}
          options={{
            '': t('form.choose'),
            ...Object.fromEntries(others.map((lesson) => [lesson.key, lesson.title])),
          }}
          onChange={(chosen) => {
            setSource(chosen)
            if (chosen !== '') mutate(chosen)
          }}
        />
      )}
      {error !== null && <FormError error={error} />}
      {data && !isPending && <Choice key={JSON.stringify(data)} found={data} onBring={onBring} />}
    </div>
  )
}

interface ChoiceProps extends BringProps {
  found: Found
}

/** Shows what was found and what is left out, and takes what is ticked. */
function Choice({ found: { questions, left = [], missing = [] }, onBring }: ChoiceProps) {
  const [chosen, setChosen] = useState(() => questions.map(() => true))
  const taken = questions.filter((_, at) => chosen[at])
  return (
    <>
      <ul className="flex flex-col gap-2">
        {questions.map(({ key, title, type }, at) => (
          <li key={key}>
            <label className="flex items-start gap-2">
              <input
                type="checkbox"
                className="mt-0.5 size-5 shrink-0 accent-brand"
                checked={chosen[at] ?? false}
                onChange={({ target }) => setChosen(chosen.with(at, target.checked))}
              />
              <span>
                <bdi>{title}</bdi>{' '}
                <span className="text-sm text-muted">{t(`field.questionType.${type}`)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {left.map(({ line, message }) => (
        <p key={`${line} ${message}`} className="text-warn">
          {t('quizEditor.bring.left', { line, message })}
        </p>
      ))}
      {missing.length > 0 && <p>{t('quizEditor.bring.missing', { names: missing.join(', ') })}</p>}
      <Button
        look="primary"
        disabled={taken.length === 0}
        onClick={() => onBring(taken.map((question) => ({ ...question, key: newKey() })))}
      >
        {t('quizEditor.bring.do', { count: taken.length })}
      </Button>
    </>
  )
}

async function ofLesson(courseId: string, key: string): Promise<Found> {
  const lesson = await lyceum.drafts.getLesson.query({ courseId, key })
  const pools = lesson.type === 'quiz' ? (lesson.quiz?.pools ?? []) : []
  return { questions: pools.flatMap(({ questions }) => questions) }
}

const ofFile = async (courseId: string, lessonKey: string, file: File): Promise<Found> =>
  lyceum.drafts.readQuestions.mutate({ courseId, lessonKey, text: await file.text() })
