import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { useRead } from '../../ui/data/loaded.tsx'
import { given } from '../../ui/forms/fields.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { useCourse } from '../courses/course.ts'

/** Minutes for all attempts that are open, of those who teach all learners. */
export function GiveTime() {
  const { courseId } = useCourse()
  const { data } = useRead(lyceum.grades.gradebook, { courseId, limit: 1 })
  const quizzes = (data?.lessons ?? []).filter(({ type }) => type === 'quiz')
  return (
    <GiveTimeDialog
      kinds={{
        lesson: {
          '': t('giveTime.allQuizzes'),
          ...Object.fromEntries(quizzes.map(({ key, title }) => [key, title])),
        },
        cohort: 'text',
      }}
    />
  )
}

/** The same for a teacher of cohorts, who chooses one of theirs. */
export function GiveTimeToCohort() {
  const { cohorts } = useCourse()
  const names = (cohorts ?? []).map(({ id, name }) => [id, name] as const)
  return <GiveTimeDialog kinds={{ cohort: Object.fromEntries(names) }} />
}

type Choices = Partial<Record<'lesson' | 'cohort', 'text' | Readonly<Record<string, string>>>>

function GiveTimeDialog({ kinds }: { kinds: Choices }) {
  const { courseId } = useCourse()
  /** Whoever sends the same again after a failure gives it once. */
  const [round, setRound] = useState(() => crypto.randomUUID())
  return (
    <FormDialog
      name="giveTime"
      isSilent
      kinds={{ ...kinds, giveMinutes: 'number!', reopenMinutes: 'number', reason: 'text!' }}
      defaults={{ giveMinutes: 10, reopenMinutes: 0 }}
      send={async ({ giveMinutes: minutes, reopenMinutes, lesson: lessonKey, cohort, reason }) => {
        const choices = { ...given({ lessonKey, cohort }), reason }
        const input = { courseId, minutes, reopenMinutes: reopenMinutes ?? 0, ...choices }
        const idempotencyKey = `${round} ${hashOf(JSON.stringify(input))}`
        const did = await lyceum.grades.giveTime.mutate(input, { idempotencyKey })
        setRound(crypto.randomUUID())
        toast({ tone: 'good', text: t('giveTime.did', did) })
      }}
    />
  )
}

/** Tells one input from another that was sent before it was corrected. */
function hashOf(text: string): number {
  return [...text].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 0)
}
