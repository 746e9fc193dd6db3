import { useRef } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { useLessonTitles } from '../../ui/data/lesson-titles.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useCourse } from '../courses/course.ts'

/** Gives minutes to all open attempts, for teachers of all learners. */
export function GiveTime() {
  const { courseId } = useCourse()
  const quizzes = useLessonTitles(courseId, 'quiz')
  const lessonKey = { '': t('giveTime.allQuizzes'), ...quizzes }
  return <GiveTimeDialog fields={['lessonKey', 'cohort']} looks={{ lessonKey }} />
}

/** The same for teachers of cohorts, who choose one of theirs. */
export function GiveTimeToCohort() {
  const { cohorts } = useCourse()
  const names = (cohorts ?? []).map(({ id, name }) => [id, name] as const)
  return <GiveTimeDialog fields={['cohort']} looks={{ cohort: Object.fromEntries(names) }} />
}

interface GiveTimeDialogProps {
  fields: readonly ('lessonKey' | 'cohort')[]
  looks: Partial<Record<'lessonKey' | 'cohort', Readonly<Record<string, string>>>>
}

function GiveTimeDialog({ fields, looks }: GiveTimeDialogProps) {
  const { courseId } = useCourse()
  /** Keeps the key of a failed try, so that repeating it gives the time only once. */
  const tried = useRef<{ input: string; idempotencyKey: string }>(undefined)
  return (
    <FormDialog
      name="giveTime"
      to={lyceum.grades.giveTime}
      input={{ courseId }}
      fields={[...fields, 'minutes', 'reopenMinutes', 'reason']}
      looks={looks}
      defaults={{ minutes: 10 }}
      send={async (input) => {
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
