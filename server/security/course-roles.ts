import { z } from 'zod'
import type { Db } from '../../db/postgres/client.ts'
import { type CourseMembership, findCourseRole } from '../../db/queries/authoring/members.ts'
import { isId } from '../../lib/ids.ts'
import { AppError } from '../errors/errors.ts'
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
export type Ability =
  | 'read'
  | 'write'
  | 'review'
  | 'own'
  | 'readGrades'
  | 'grade'
  | 'readMoves'
  | OfCohorts
  | 'readClass'
  | 'manageClass'

/** What every member has: to leave the course, and to see what it is. */
const ofMembers = ['belong', 'readTerms'] as const
/** What a teacher of cohorts has too: this, and what is about their learners. */
const ofCohorts = [...ofMembers, 'readLearners', 'teach', 'extend'] as const
type OfCohorts = (typeof ofCohorts)[number]

const teaching = [...ofCohorts, 'readClass', 'manageClass', 'readMoves'] as const

const abilities: Record<CourseRole, readonly Ability[]> = {
  owner: ['read', 'write', 'review', 'own', 'readGrades', 'grade', ...teaching],
  author: [...ofMembers, 'read', 'write', 'readGrades', 'grade', 'extend', 'readMoves'],
  reviewer: [...ofMembers, 'read', 'review', 'readMoves'],
  grader: [...ofMembers, 'readGrades', 'grade', 'extend'],
  teacher: ['readGrades', 'grade', ...teaching],
}

/** Whose learners somebody works with: those of these cohorts, by their ids; null for all. */
export type LearnerScope = readonly string[] | null

/** Administration, owners and keys: all learners of the course. */
export const allLearners: LearnerScope = null

/** The roles that have the ability. */
export function rolesWith(ability: Ability): CourseRole[] {
  return (Object.keys(abilities) as CourseRole[]).filter((role) =>
    abilities[role].includes(ability),
  )
}

/**
 * Lets members of the course and administrators go on, and says which learners are theirs. Says
 * nothing about a course to others, also not whether it exists. A key needs the scope as well, and
 * to name the course.
 *
 * @throws CourseNotFound, Forbidden, KeyNotAllowed, SecondFactorMissing
 */
export async function requireAbility(
  { db, user, caller }: Member & { caller: { key?: CourseKey | undefined } },
  courseId: string,
  ability: Ability,
): Promise<LearnerScope> {
  if (!isId(courseId)) throw new AppError('CourseNotFound')
  requireCourseKey(caller, courseId, ability)
  const { exists, ...member } = await findCourseRole(db, { courseId, userId: user.id })
  if (exists && user.role === 'admin') return allLearners
  if (exists && member.role === null && user.isHeldBack) throw new AppError('SecondFactorMissing')
  if (!exists || member.role === null) throw new AppError('CourseNotFound')
  if (!hasAbility(member, ability)) throw new AppError('Forbidden')
  return member.cohortIds
}

/**
 * Whether a member may do it. What is not about single learners shows those of all cohorts: a
 * teacher of some has none of it.
 */
function hasAbility({ role, cohortIds }: Omit<CourseMembership, 'exists'>, ability: Ability) {
  if (role === null || !abilities[role].includes(ability)) return false
  return cohortIds === null || isForCohorts(ability)
}

/** Whether teachers of cohorts have it, about their members alone. */
export function isForCohorts(ability: Ability): ability is OfCohorts {
  return ofCohorts.some((one) => one === ability)
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
  belong: undefined,
  readTerms: 'authoring:read',
  read: 'authoring:read',
  write: 'authoring:write',
  review: undefined,
  own: undefined,
  readGrades: 'grades:read',
  grade: 'grades:write',
  readMoves: 'authoring:read',
  readLearners: 'learners:read',
  teach: 'learners:write',
  extend: 'learners:write',
  readClass: 'learners:read',
  manageClass: 'learners:write',
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
  return hasAbility(await findCourseRole(db, { courseId, userId: user.id }), ability)
}
