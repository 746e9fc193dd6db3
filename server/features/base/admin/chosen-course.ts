import { type CourseRow, findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { isId } from '../../../lib/ids.ts'

/**
 * A course of any status by its id or its slug.
 *
 * @throws CourseNotFound
 */
export async function requireChosenCourse(
  { db }: Pick<Deps, 'db'>,
  idOrSlug: string,
): Promise<CourseRow> {
  const course = await findCourse(db, isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug })
  if (course === undefined) throw new AppError('CourseNotFound')
  return course
}
