import { z } from 'zod'
import { memberRoles } from '../../content/course-values.ts'
import type { Db } from '../../db/postgres/client.ts'
import { type CourseMembership, findCourseRole } from '../../db/queries/authoring/members.ts'
import { isId } from '../../lib/ids.ts'
import { AppError } from '../errors/errors.ts'
import {
  type AdminPermission,
  hasPermission,
  mayAdminister,
  type Permission,
  requireScope,
} from './permissions.ts'
import type { SignedInUser } from './sessions.ts'

export const MemberRole = z.enum(memberRoles).meta({
  description:
    'owner: may do everything; author: reads and writes the draft, publishes, and grades; ' +
    'reviewer: reads the draft and approves it; grader: reads the course and what learners hand ' +
    'in, and grades it; teacher: reads the course, sees the learners, helps and grades them; of ' +
    'cohorts, only their members',
  examples: ['author'],
})
export type CourseRole = z.infer<typeof MemberRole>

/** What a course's staff may do with it. */
export const CourseAbility = z
  .enum([
    'belong',
    'readTerms',
    'readContent',
    'read',
    'write',
    'comment',
    'review',
    'own',
    'readGrades',
    'grade',
    'readLearners',
    'teach',
    'extend',
    'readClass',
    'manageClass',
    'readMoves',
    'readQuestions',
    'answer',
  ])
  .meta({
    id: 'CourseAbility',
    description:
      'What one may do with a course. belong: leave it; readTerms, own: see its terms, and change ' +
      'them, its members and its source; readContent: read its published lessons; read, comment, ' +
      'write, review: see the draft and the versions, ask and answer about them, write and publish ' +
      'them, and approve them; readGrades, grade: see what learners handed in, ' +
      'and grade it; readLearners, teach, extend: see the learners, help them, and give them ' +
      'time; readClass, manageClass: the same for all of them at once; readMoves: see who was ' +
      'moved to a version; readQuestions: see how learners do at the questions of quizzes; ' +
      'answer: see what learners ask about lessons, answer it, and hide it',
  })
export type Ability = z.infer<typeof CourseAbility>

/** Abilities of every member: to leave the course, and to read it as it is published. */
const ofMembers: readonly Ability[] = ['belong', 'readTerms', 'readContent']
/** Abilities of teachers of cohorts: these, and what is about their learners. */
const ofCohorts: readonly Ability[] = [
  ...ofMembers,
  ...(['readGrades', 'grade', 'readLearners', 'teach', 'extend', 'answer'] as const),
]

/** Abilities of members that are about all learners, so that teachers of cohorts have none of them. */
const ofAll: readonly Ability[] = [...ofMembers, 'readQuestions']
const teaching: readonly Ability[] = [
  ...ofCohorts,
  ...(['readQuestions', 'readClass', 'manageClass', 'readMoves'] as const),
]

const abilities: Record<CourseRole, readonly Ability[]> = {
  owner: ['read', 'comment', 'write', 'review', 'own', ...teaching],
  author: [
    ...ofAll,
    'read',
    'comment',
    'write',
    'readGrades',
    'grade',
    'extend',
    'answer',
    'readMoves',
  ],
  reviewer: [...ofAll, 'read', 'comment', 'review', 'readMoves'],
  grader: [...ofAll, 'readGrades', 'grade', 'extend', 'answer'],
  teacher: teaching,
}

/**
 * Whose learners somebody works with: those of these cohorts, by id; all of the course; or all as
 * the school, which sees emails and purchases, and works with any cohort.
 */
export type LearnerScope = readonly string[] | 'all' | 'school'

/**
 * Returns the cohorts whose members they are; null for everybody. If one is chosen, it alone, and
 * none for those whose it is not: even of their own learners they do not learn who is in it.
 */
export function cohortsOf(scope: LearnerScope, chosen?: string): readonly string[] | null {
  return typeof scope === 'string' ? null : scope.filter((id) => id === (chosen ?? id))
}

/** Returns the roles that have the ability. */
export function rolesWith(ability: Ability): CourseRole[] {
  return (Object.keys(abilities) as CourseRole[]).filter((role) =>
    abilities[role].includes(ability),
  )
}

/** What opens an operation on a course: an ability for members, a permission for staff. */
export interface CourseNeeds {
  ability: Ability
  permission?: AdminPermission | undefined
}

/**
 * Admits those with the permission, who then act for the school; else those with the ability.
 *
 * @throws CourseNotFound, Forbidden, KeyNotAllowed, SecondFactorMissing
 */
export async function requireCourseAccess(
  ctx: Asking,
  courseId: string,
  { ability, permission }: CourseNeeds,
): Promise<LearnerScope> {
  if (permission === undefined || !hasPermission(ctx, permission))
    return requireAbility(ctx, courseId, ability)
  const { db, user } = ctx
  const { exists } = isId(courseId)
    ? await findCourseRole(db, { courseId, userId: user.id })
    : { exists: false }
  if (!exists) throw new AppError('CourseNotFound')
  return 'school'
}

/**
 * Admits members of the course and administrators, and returns which learners are theirs. Tells
 * others nothing about a course, not even whether it exists. A key needs the scope as well, and
 * must name the course.
 *
 * @throws CourseNotFound, Forbidden, KeyNotAllowed, SecondFactorMissing
 */
export async function requireAbility(
  { db, user, caller }: Asking,
  courseId: string,
  ability: Ability,
): Promise<LearnerScope> {
  if (!isId(courseId)) throw new AppError('CourseNotFound')
  requireCourseKey(caller, courseId, ability)
  const { exists, ...member } = await findCourseRole(db, { courseId, userId: user.id })
  if (exists && ownsEveryCourse(user)) return 'all'
  if (exists && member.role === null && user.isHeldBack) throw new AppError('SecondFactorMissing')
  if (!exists || member.role === null) throw new AppError('CourseNotFound')
  if (!hasAbility(member, ability)) throw new AppError('Forbidden')
  return member.cohortIds ?? 'all'
}

/**
 * Whether a member may do it. What is not about single learners shows those of all cohorts, so a
 * teacher of some has none of it.
 */
function hasAbility({ role, cohortIds }: Omit<CourseMembership, 'exists'>, ability: Ability) {
  if (role === null || !abilities[role].includes(ability)) return false
  return cohortIds === null || isForCohorts(ability)
}

/** Whether teachers of cohorts have it, only about their members. */
export function isForCohorts(ability: Ability): boolean {
  return ofCohorts.includes(ability)
}

/** Whether somebody may do in all courses what their owners may. */
export function ownsEveryCourse(user: Pick<SignedInUser, 'role'>): boolean {
  return mayAdminister(user, 'courses:own')
}

interface Asking extends Reader {
  db: Db
}

interface Reader {
  user: SignedInUser
  caller: { key?: CourseKey | undefined }
}

interface CourseKey {
  scopes: readonly Permission[]
  courseIds: readonly string[]
}

/**
 * No key owns a course: its members, terms and sources stay with people. No key approves a draft: a
 * program would approve what it wrote itself, once somebody else has rotated its key. Comments and answers are
 * people's.
 */
const scopes = {
  belong: undefined,
  readTerms: 'authoring:read',
  readContent: 'authoring:read',
  read: 'authoring:read',
  write: 'authoring:write',
  comment: undefined,
  review: undefined,
  own: undefined,
  readGrades: 'grades:read',
  grade: 'grades:write',
  readMoves: 'authoring:read',
  readQuestions: 'authoring:read',
  readLearners: 'learners:read',
  teach: 'learners:write',
  extend: 'learners:write',
  readClass: 'learners:read',
  manageClass: 'learners:write',
  answer: undefined,
} as const satisfies Record<Ability, Permission | undefined>

/** Returns the scope with which a key has the ability; undefined if no key does. */
export function scopeOfAbility(ability: Ability): Permission | undefined {
  return scopes[ability]
}

function requireCourseKey(caller: Reader['caller'], courseId: string, ability: Ability): void {
  if (caller.key === undefined) return
  const scope = scopes[ability]
  if (scope === undefined) throw new AppError('KeyNotAllowed')
  requireScope(caller, scope)
  if (!caller.key.courseIds.includes(courseId.toLowerCase())) throw new AppError('CourseNotFound')
}

/** Whether a key has the scope and names the course; true for every other caller. */
function isOpenToKey({ key }: Reader['caller'], courseId: string, ability: Ability): boolean {
  if (key === undefined) return true
  const scope = scopes[ability]
  if (scope === undefined || !key.scopes.includes(scope)) return false
  return key.courseIds.includes(courseId.toLowerCase())
}

/** Lists what the caller may do with a course of which they have this membership. */
export function abilitiesOn(
  { user, caller }: Reader,
  { id, ...member }: Omit<CourseMembership, 'exists'> & { id: string },
): Ability[] {
  return CourseAbility.options.filter(
    (ability) =>
      isOpenToKey(caller, id, ability) && (ownsEveryCourse(user) || hasAbility(member, ability)),
  )
}
