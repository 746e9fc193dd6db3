import type { OwnGrade } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Read } from '../../ui/data/loaded.tsx'
import { showInstant, showPercent } from '../../ui/format.ts'
import { passText } from '../attempts/attempt-list.tsx'

/** The grade of the course, and of each graded lesson the best that the learner has. */
export function Grades({ courseId }: { courseId: string }) {
  return (
    <Read of={lyceum.grades.own} input={{ courseId, limit: 100 }} empty={t('grades.none')}>
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
    </Read>
  )
}

function stateOf(grade: OwnGrade): string {
  if (grade.waiting) return t('attempt.waiting')
  if (grade.excused) return t('value.excused')
  return grade.attempts === 0 ? t('grades.notTried') : passText(grade)
}
