import { type CourseRow, findCourse } from '../../../db/queries/learning/courses/courses.ts'
import type { Deps } from '../../context.ts'
import { isId } from '../../lib/ids.ts'

/** Finds a course of any status by its id or its slug. */
export async function findChosenCourse(
  { db }: Pick<Deps, 'db'>,
  idOrSlug: string,
): Promise<CourseRow | undefined> {
  return findCourse(db, isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug })
}
