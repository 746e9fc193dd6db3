import { useRef } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { useLessonTitles } from '../../ui/data/list.tsx'
import { given } from '../../ui/forms/fields.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useCourse } from '../courses/course.ts'

/** Minutes for all attempts that are open, of those who teach all learners. */
export function GiveTime() {
  const { courseId } = useCourse()
  const quizzes = useLessonTitles(courseId, 'quiz')
  const lessonKey = { '': t('giveTime.allQuizzes'), ...quizzes }
  return <GiveTimeDialog kinds={{ lessonKey, cohort: 'text' }} />
}

/** The same for a teacher of cohorts, who chooses one of theirs. */
export function GiveTimeToCohort() {
  const { cohorts } = useCourse()
  const names = (cohorts ?? []).map(({ id, name }) => [id, name] as const)
  return <GiveTimeDialog kinds={{ cohort: Object.fromEntries(names) }} />
}

type Choices = Partial<Record<'lessonKey' | 'cohort', 'text' | Readonly<Record<string, string>>>>

function GiveTimeDialog({ kinds }: { kinds: Choices }) {
  const { courseId } = useCourse()
  /** Whoever sends the same again after a failure gives it once. */
  const tried = useRef<{ input: string; idempotencyKey: string }>(undefined)
  return (
    <FormDialog
      name="giveTime"
      isSilent
      kinds={{ ...kinds, minutes: 'number!', reopenMinutes: 'number', reason: 'text!' }}
      defaults={{ minutes: 10, reopenMinutes: 0 }}
      send={async (values) => {
        const input = { courseId, ...given(values) }
        const written = JSON.stringify(input)
        if (tried.current?.input !== written)
          tried.current = { input: written, idempotencyKey: crypto.randomUUID() }
        const did = await lyceum.grades.giveTime.mutate(input, tried.current)
        tried.current = undefined
        toast({ tone: 'good', text: t('giveTime.did', did) })
      }}
    />
  )
}
