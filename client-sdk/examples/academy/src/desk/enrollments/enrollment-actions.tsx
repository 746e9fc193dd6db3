import type { AdminEnrollment, ProgressReset } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, FormDialog } from '../../ui/actions.tsx'
import { SelectField } from '../../ui/form.tsx'
import { showPercent } from '../../ui/format.ts'
import { dayOf, endOf } from '../kit/days.ts'
import { Field, Reason } from '../kit/fields.tsx'
import { titleOf } from '../kit/names.ts'

const { enrollments } = lyceum.admin

export function EnrollmentActions({ enrollment }: { enrollment: AdminEnrollment }) {
  const { userId, courseId, endsAt, status } = enrollment
  const ids = { userId, courseId }
  return (
    <>
      <FormDialog
        name="enrollment.mark"
        send={({ key = '', done, reason = '' }) =>
          enrollments.markLesson.mutate({ ...ids, key, done: done === 'true', reason })
        }
      >
        <LessonField name="key" courseId={courseId} isRequired />
        <SelectField
          name="done"
          label={titleOf('status')}
          options={{ true: t('enrollment.markDone'), false: t('enrollment.reopen') }}
        />
        <Reason />
      </FormDialog>
      <FormDialog
        name="enrollment.extend"
        send={({ lessonKey, dueOn = '', reason = '' }) =>
          enrollments.extend.mutate({ ...ids, ...(lessonKey && { lessonKey }), dueOn, reason })
        }
      >
        <LessonField name="lessonKey" courseId={courseId} />
        <Field name="dueOn" kind="date" required />
        <Reason />
      </FormDialog>
      <FormDialog
        name="enrollment.setEnd"
        send={({ endsAt }) => enrollments.setEnd.mutate({ ...ids, endsAt: endOf(endsAt) })}
      >
        <Field name="endsAt" kind="date" value={dayOf(endsAt)} />
      </FormDialog>
      <ResetProgress {...ids} />
      {status === 'active' && (
        <ActionButton name="enrollment.end" run={() => enrollments.end.mutate(ids)} />
      )}
    </>
  )
}

/** First says what a reset would do. */
function ResetProgress(ids: { userId: string; courseId: string }) {
  const [reason, setReason] = useState('')
  const reset = (reason: string, dryRun: boolean) =>
    enrollments.resetProgress.mutate({ ...ids, reason, dryRun })
  return (
    <FormDialog
      name="enrollment.reset"
      look="danger"
      send={({ reason = '' }) => {
        setReason(reason)
        return reset(reason, true)
      }}
      result={(effect, close) => (
        <>
          <p className="mb-4">{describe(effect)}</p>
          <ActionButton
            name="enrollment.resetNow"
            look="danger"
            run={() => reset(reason, false).then(close)}
          />
        </>
      )}
    >
      <Reason />
    </FormDialog>
  )
}

function describe({ lessons, percentBefore, percent, staysCompleted }: ProgressReset): string {
  const [before, after] = [showPercent(percentBefore), showPercent(percent)]
  const effect = t('enrollment.resetEffect', { lessons, before, after })
  return staysCompleted ? `${effect} ${t('enrollment.staysCompleted')}` : effect
}

interface LessonFieldProps {
  name: string
  courseId: string
  isRequired?: boolean
}

function LessonField({ name, courseId, isRequired = false }: LessonFieldProps) {
  const { data } = useQuery(queryOptions(lyceum.courses.get, { idOrSlug: courseId }))
  const lessons = data?.sections.flatMap((section) => section.lessons) ?? []
  const none = isRequired ? t('enrollment.chooseLesson') : t('enrollment.wholeCourse')
  const options = Object.fromEntries(lessons.map(({ key, title }) => [key, title]))
  return (
    <SelectField
      {...{ name, isRequired }}
      label={titleOf('lesson')}
      options={{ '': none, ...options }}
    />
  )
}
