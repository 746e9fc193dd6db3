import { findCourseRole } from '../../../../db/queries/authoring/members.ts'
import type { ActorDeps, CallerKey } from '../../../context.ts'
import { abilitiesOn } from '../../../security/course-roles.ts'

type Writer = ActorDeps & { caller?: { key?: CallerKey | undefined } }

/**
 * Returns the given fields of a course that the caller may not change, at every door: over HTTP, by
 * a zip, by restoring a version. Owners may change all of them, and so may the operator, and a
 * folder or repository that an owner chose.
 */
export async function fieldsRefused<Field extends string>(
  { db, user, caller = {} }: Writer,
  courseId: string,
  fields: readonly Field[],
): Promise<Field[]> {
  if (user === undefined || fields.length === 0) return []
  const membership = await findCourseRole(db, { courseId, userId: user.id })
  const abilities = abilitiesOn({ user, caller }, { ...membership, id: courseId })
  return abilities.includes('own') ? [] : [...fields]
}
