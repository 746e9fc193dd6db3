import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { showInstant, showPercent } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'

/** The grade of the course, and of each graded lesson the best that the learner has. */
export function Grades({ courseId }: { courseId: string }) {
  const query = useQuery(queryOptions(lyceum.grades.own, { courseId, limit: 100 }))
  return (
    <Loaded query={query} empty={t('grades.none')}>
      {({ items: grades, grade, accommodation }) => (
        <>
          {grade !== null && (
            <p className="mb-2">{t('grades.course', { grade: showPercent(grade) })}</p>
          )}
          {accommodation !== null && (
            <p className="mb-2 text-sm text-muted">
              {t('grades.accommodation')} <bdi>{accommodation.reason}</bdi>
            </p>
          )}
          <ul className="flex flex-col gap-2">
            {grades.map((grade) => (
              <li key={grade.lessonId} className="flex flex-wrap justify-between gap-x-3">
                <span className="min-w-0">{grade.title}</span>
                <span className={grade.passed ? 'text-good' : 'text-muted'}>{stateOf(grade)}</span>
                {grade.dueAt !== null && !grade.passed && (
                  <span className="w-full text-sm text-muted">
                    {t('assignment.due', { instant: showInstant(grade.dueAt) })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}

function stateOf(grade: {
  percent: number | null
  passed: boolean
  waiting: boolean
  attempts: number
}): string {
  if (grade.waiting) return t('attempt.waiting')
  if (grade.attempts === 0) return t('grades.notTried')
  const state = grade.passed ? t('attempt.passed') : t('attempt.notPassed')
  return grade.percent === null ? state : `${state} · ${showPercent(grade.percent)}`
}
