import type { Db } from '../../db/client.ts'
import { findCourseRole } from '../../db/queries/learning/members.ts'
import { AppError } from '../errors/errors.ts'
import { isId } from '../lib/ids.ts'
import type { SignedInUser } from './sessions.ts'

export type CourseRole = 'owner' | 'author' | 'reviewer'

/** What somebody who works on a course may do with it. */
export type Ability = 'read' | 'write' | 'review' | 'own'

const abilities: Record<CourseRole, readonly Ability[]> = {
  owner: ['read', 'write', 'review', 'own'],
  author: ['read', 'write'],
  reviewer: ['read', 'review'],
}

/** The roles that have the ability. */
export function rolesWith(ability: Ability): CourseRole[] {
  return (Object.keys(abilities) as CourseRole[]).filter((role) =>
    abilities[role].includes(ability),
  )
}

/**
 * Lets members of the course and administrators go on. Says nothing about a course to others, also
 * not whether it exists.
 * @throws CourseNotFound, Forbidden
 */
export async function requireAbility(
  { db, user }: { db: Db; user: SignedInUser },
  courseId: string,
  ability: Ability,
): Promise<void> {
  if (!isId(courseId)) throw new AppError('CourseNotFound')
  const { exists, role } = await findCourseRole(db, { courseId, userId: user.id })
  if (exists && user.role === 'admin') return
  if (!exists || role === null) throw new AppError('CourseNotFound')
  if (!abilities[role].includes(ability)) throw new AppError('Forbidden')
}

/** Whether the caller has the ability, an administrator always. */
export async function mayOn(
  { db, user }: { db: Db; user: SignedInUser },
  courseId: string,
  ability: Ability,
): Promise<boolean> {
  if (user.role === 'admin') return true
  const { role } = await findCourseRole(db, { courseId, userId: user.id })
  return role !== null && abilities[role].includes(ability)
}
