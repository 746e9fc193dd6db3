import { isOwnerGone } from '../../../../db/postgres/failures.ts'
import { findCourseSlug, lockOwners, putMember } from '../../../../db/queries/authoring/members.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { lockCohort } from '../../../../db/queries/learning/cohorts.ts'
import { findUserByEmail, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { type ActorDeps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { CourseRole } from '../../../security/course-roles.ts'
import { requireChosenCohort } from '../../platform/admin/chosen-cohort.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { notifyUser } from '../../platform/notifications/notify.ts'
import type { AddMemberInput, Member } from './schema.ts'

/**
 * Adds a member to a course, or gives one a different role.
 * @throws UserNotFound, CohortNotFound, LastOwner
 */
export async function addMember(
  ctx: UserContext,
  { courseId, email, role, cohorts: chosen }: AddMemberInput,
): Promise<Member> {
  if (chosen !== undefined && role !== 'teacher') {
    const issues = [{ path: 'cohorts', message: 'goes with the role `teacher` only' }]
    throw new AppError('InvalidFields', { issues })
  }
  const user = await findMemberToBe(ctx, email)
  return inTransaction(ctx, async (ctx) => {
    const cohorts = chosen === undefined ? null : await lockCohorts(ctx, chosen)
    const cohortIds = cohorts?.map(({ id }) => id) ?? null
    const { isNew, addedAt } = await makeMember(ctx, { courseId, user, role, cohortIds })
    ctx.outcome.created = isNew
    const { id, name } = user
    return { user: { id, name, email: user.email }, role, cohorts, addedAt: addedAt.toISOString() }
  })
}

/** Locks cohorts against deletion, in the order of their ids, each once. */
async function lockCohorts(ctx: UserContext, chosen: readonly string[]) {
  const cohorts = new Map<string, { id: string; name: string }>()
  for (const idOrName of chosen) {
    const { id, name } = await requireChosenCohort(ctx, idOrName)
    cohorts.set(id, { id, name })
  }
  const inOrder = [...cohorts.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  for (const { id } of inOrder)
    if ((await lockCohort(ctx.db, id, 'share')) === undefined) throw new AppError('CohortNotFound')
  return inOrder
}

/**
 * Finds the verified account that an owner names by its email.
 * @throws UserNotFound
 */
export async function findMemberToBe(
  { db }: Pick<ActorDeps, 'db'>,
  email: string,
): Promise<UserRow> {
  const user = await findUserByEmail(db, email)
  if (user?.emailVerifiedAt == null)
    throw new AppError('UserNotFound', {
      message: 'No account has this email, or it is not verified. Ask the person to register.',
    })
  return user
}

/**
 * Writes the membership with its history, and tells the user, in the transaction of the context.
 * @throws LastOwner
 */
export async function makeMember(
  ctx: ActorDeps,
  {
    courseId,
    user,
    role,
    cohortIds = null,
  }: { courseId: string; user: UserRow; role: CourseRole; cohortIds?: string[] | null },
): Promise<{ isNew: boolean; addedAt: Date }> {
  await lockOwners(ctx.db, courseId)
  const member = { courseId, userId: user.id, role, cohortIds, addedAt: ctx.now() }
  const written = await putMember(ctx.db, member).catch((error: unknown) => {
    // Blames the user, erased meanwhile; TokenInvalid would mean the caller's own account.
    throw isOwnerGone(error) ? new AppError('UserNotFound') : error
  })
  if (written === undefined) throw new AppError('LastOwner')

  const { roleBefore, cohortIdsBefore, addedAt } = written
  const [cohorts, cohortsBefore] = [wordsOf(cohortIds), wordsOf(cohortIdsBefore)]
  const hasNewRole = roleBefore !== role
  if (!hasNewRole && cohorts === cohortsBefore) return { isNew: false, addedAt }
  const details = { role, ...(cohorts !== null && { cohorts }) }
  await recordHistory(ctx, 'member-added', { courseId, details: { userId: user.id, ...details } })
  await recordEvent(ctx, 'course-member-added', {
    userId: user.id,
    details: { courseId, ...details, roleBefore, ...(cohortsBefore !== null && { cohortsBefore }) },
  })
  if (hasNewRole && user.id !== ctx.user?.id)
    await notifyUser(ctx, user, {
      kind: 'member-added',
      title: await mailedTitleOf(ctx, courseId),
      role,
      about: { courseId },
    })
  return { isNew: roleBefore === null, addedAt }
}

/** Returns the ids as text for a record. */
function wordsOf(cohortIds: readonly string[] | null): string | null {
  return cohortIds?.join(' ') ?? null
}

/** Returns the published title, or else the slug: what a draft says is not mailed. */
export async function mailedTitleOf(
  { db }: Pick<ActorDeps, 'db'>,
  courseId: string,
): Promise<string> {
  const published = await findCourse(db, { id: courseId })
  return published?.title ?? (await findCourseSlug(db, courseId))
}
