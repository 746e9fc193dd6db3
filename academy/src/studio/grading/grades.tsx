import type { GradebookRow } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useRead } from '../../ui/data/loaded.tsx'
import { ListTable } from '../../ui/data/pages.tsx'
import { Named, Status } from '../../ui/data/parts.tsx'
import { showPercent } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { linkClass } from '../../ui/link.tsx'
import { picks } from '../../ui/picks/picks.tsx'

const lessonsAtOnce = 50

export function Grades({ courseId }: { courseId: string }) {
  const [fromLesson, setFromLesson] = useState(0)
  const input = { courseId, fromLesson }
  const { data: head } = useRead(lyceum.grades.gradebook, { ...input, limit: 1 })
  return (
    <>
      <ListTable
        title="gradebook"
        list={lyceum.grades.gradebook}
        input={{ ...input, limit: 50 }}
        filters={{ cohortId: picks.cohort }}
        csv={{ query: ({ cohortId }) => lyceum.grades.gradebookCsv.query({ courseId, cohortId }) }}
        keyOf={({ learner }) => learner.id}
        columns={{
          learner: ({ learner }) => <Named name={learner.name} />,
          soFar: ({ soFar }) => soFar !== null && showPercent(soFar),
          courseGrade: ({ grade, completedAt }) =>
            grade !== null && completedAt !== null && showPercent(grade),
        }}
        moreColumns={head?.lessons.map(({ key, title }, index) => ({
          id: `lesson ${key}`,
          title,
          cell: ({ results, learner }: GradebookRow) => (
            <Result
              result={results[index] ?? null}
              {...{ courseId, lessonKey: key, userId: learner.id }}
            />
          ),
        }))}
      />
      <div className="mt-4 mb-10 flex flex-wrap gap-3">
        {fromLesson > 0 && (
          <Button onClick={() => setFromLesson(fromLesson - lessonsAtOnce)}>
            {t('gradebook.fewerLessons')}
          </Button>
        )}
        {head?.moreLessons && (
          <Button onClick={() => setFromLesson(fromLesson + lessonsAtOnce)}>
            {t('gradebook.moreLessons')}
          </Button>
        )}
      </div>
    </>
  )
}

interface ResultProps {
  result: GradebookRow['results'][number]
  courseId: string
  userId: string
  lessonKey: string
}

/** What a learner has at a lesson, with the way to the last try. */
function Result({ result, courseId, userId, lessonKey: key }: ResultProps) {
  if (result === null) return '–'
  const { percent, passed, waiting, excused, isOverdue, submissionId } = result
  const state = waiting ? 'waiting' : passed ? 'passed' : percent === null ? null : 'notPassed'
  const shown = (
    <>
      {isOverdue && <Status of="overdue" />}
      {state && <Status of={state} />}
      {percent !== null && showPercent(percent)}
    </>
  )
  return (
    <span className="flex flex-wrap items-center gap-1">
      {submissionId === null ? (
        shown
      ) : (
        <Link
          to="/studio/grading/$course/$submission"
          params={{ course: courseId, submission: submissionId }}
          className={`${linkClass} inline-flex min-h-10 items-center gap-1`}
        >
          {shown}
        </Link>
      )}
      {excused && (
        <>
          <Status of="excused" />
          <FormDialog
            name="grades.endExcuse"
            look="quiet"
            to={lyceum.grades.excuse}
            input={{ courseId, userId, key, excused: false }}
            fields={['reason']}
          />
        </>
      )}
    </span>
  )
}
