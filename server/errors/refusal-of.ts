import { databaseError } from '../../db/postgres/failures.ts'
import { AppError } from './errors.ts'

/**
 * Returns the named refusal that a database constraint stands for; anything else unchanged. The
 * constraint alone decides who gets the last seat, wherever it is requested.
 */
export function refusalOf(error: unknown): unknown {
  const { constraint, detail } = databaseError(error) ?? {}
  if (constraint !== 'course_seats_suffice') return error
  const [courseId] = detail?.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/) ?? []
  const courseIds = courseId === undefined ? [] : [courseId]
  return new AppError('CourseFull', { cause: error, facts: { courseIds } })
}
