import { type CourseRow, findCourse } from '../../../db/queries/courses.ts'
import type { Deps } from '../../context.ts'
import { isId } from '../../lib/ids.ts'

/** The course that somebody names by its id or its slug, whatever its status. */
export async function findChosenCourse(
  { db }: Pick<Deps, 'db'>,
  idOrSlug: string,
): Promise<CourseRow | undefined> {
  return findCourse(db, isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug })
}
