import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { findCourseRole } from '../../db/queries/authoring/members.ts'
import { AppError } from '../errors/errors.ts'
import { isId } from '../lib/ids.ts'
import { type Permission, requireScope } from './permissions.ts'
import type { SignedInUser } from './sessions.ts'

export const MemberRole = z.enum(['owner', 'author', 'reviewer', 'grader', 'teacher']).meta({
  description:
    'owner: may do everything; author: reads and writes the draft, publishes, and grades; ' +
    'reviewer: reads the draft and approves it; grader: reads what learners hand in, and grades it; ' +
    'teacher: sees the learners, helps them and grades',
  examples: ['author'],
})
export type CourseRole = z.infer<typeof MemberRole>

/** What somebody who works on a course may do with it. */
export type Ability = 'read' | 'write' | 'review' | 'own' | 'readGrades' | 'grade'

const abilities: Record<CourseRole, readonly Ability[]> = {
  owner: ['read', 'write', 'review', 'own', 'readGrades', 'grade'],
  author: ['read', 'write', 'readGrades', 'grade'],
  reviewer: ['read', 'review'],
  grader: ['readGrades', 'grade'],
  teacher: ['readGrades', 'grade'],
}

/** The roles that have the ability. */
export function rolesWith(ability: Ability): CourseRole[] {
  return (Object.keys(abilities) as CourseRole[]).filter((role) =>
    abilities[role].includes(ability),
  )
}

/**
 * Lets members of the course and administrators go on. Says nothing about a course to others, also
 * not whether it exists. A key needs the scope as well, and to name the course.
 *
 * @throws CourseNotFound, Forbidden, KeyNotAllowed
 */
export async function requireAbility(
  { db, user, caller }: Member & { caller: { key?: CourseKey | undefined } },
  courseId: string,
  ability: Ability,
): Promise<void> {
  if (!isId(courseId)) throw new AppError('CourseNotFound')
  requireCourseKey(caller, courseId, ability)
  const { exists, role } = await findCourseRole(db, { courseId, userId: user.id })
  if (exists && user.role === 'admin') return
  if (!exists || role === null) throw new AppError('CourseNotFound')
  if (!abilities[role].includes(ability)) throw new AppError('Forbidden')
}

interface Member {
  db: Db
  user: SignedInUser
}

interface CourseKey {
  scopes: readonly Permission[]
  courseIds: readonly string[]
}

/**
 * No key owns a course: its members, terms and sources stay with people. No key approves a draft: a
 * program would approve what it wrote itself, once somebody else has rotated its key.
 */
const scopes = {
  read: 'authoring:read',
  write: 'authoring:write',
  review: undefined,
  own: undefined,
  readGrades: 'grades:read',
  grade: 'grades:write',
} as const satisfies Record<Ability, Permission | undefined>

/** The scope with which a key has the ability; undefined where no key does. */
export function scopeOfAbility(ability: Ability): Permission | undefined {
  return scopes[ability]
}

function requireCourseKey(
  caller: { key?: CourseKey | undefined },
  courseId: string,
  ability: Ability,
): void {
  if (caller.key === undefined) return
  const scope = scopes[ability]
  if (scope === undefined) throw new AppError('KeyNotAllowed')
  requireScope(caller, scope)
  if (!caller.key.courseIds.includes(courseId.toLowerCase())) throw new AppError('CourseNotFound')
}

/** Whether the caller has the ability, an administrator always, and a key never as an owner. */
export async function mayOn(
  { db, user, caller }: Member & { caller: { key?: CourseKey | undefined } },
  courseId: string,
  ability: Ability,
): Promise<boolean> {
  if (caller.key !== undefined && scopes[ability] === undefined) return false
  if (user.role === 'admin') return true
  const { role } = await findCourseRole(db, { courseId, userId: user.id })
  return role !== null && abilities[role].includes(ability)
}
