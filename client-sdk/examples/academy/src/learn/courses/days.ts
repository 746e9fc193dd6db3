import { t } from '../../texts/texts.ts'
import { showDay } from '../../ui/format.ts'

/** A day of a course, or how long after what: `2027-06-30`, `7 days after enrollment`. */
export function showCourseDay(day: string): string {
  const [, count, start] = /^(?:(\d+) days? )?after (enrollment|cohort)$/.exec(day) ?? []
  if (start === undefined) return showDay(day)
  const key = start === 'cohort' ? 'course.afterCohort' : 'course.afterEnrollment'
  return t(key, { count: Number(count ?? 0) })
}
