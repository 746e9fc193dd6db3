import {
  type AuthoredCourseRow,
  findAuthoredCourse,
  findCourseId,
} from '../../../../db/queries/courses/courses/authored-courses.ts'
import { type CourseRow, findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { isId } from '../../../../lib/ids.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

/**
 * Finds a published course by its id or slug, whether or not it is archived.
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

/**
 * Finds a course by its id or slug, even if never published: what is read about it is empty, not
 * missing.
 *
 * @throws CourseNotFound
 */
export async function requireAnyCourse(
  { db }: Pick<Deps, 'db'>,
  idOrSlug: string,
): Promise<AuthoredCourseRow> {
  const courseId = isId(idOrSlug) ? idOrSlug : await findCourseId(db, idOrSlug)
  const course = courseId && (await findAuthoredCourse(db, { courseId, readerId: null }))
  if (!course) throw new AppError('CourseNotFound')
  return course
}
