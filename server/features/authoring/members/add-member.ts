import { isOwnerGone } from '../../../../db/failures.ts'
import { findCourseSlug, lockOwners, putMember } from '../../../../db/queries/authoring/members.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { findUserByEmail, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { type ActorDeps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { CourseRole } from '../../../security/course-roles.ts'
import { recordHistory } from '../../base/history/record-history.ts'
import { notifyUser } from '../../base/notifications/notify.ts'
import type { AddMemberInput, Member } from './schema.ts'

/**
 * Adds a member to a course, or gives one a different role.
 * @throws UserNotFound, LastOwner
 */
export async function addMember(
  ctx: UserContext,
  { courseId, email, role }: AddMemberInput,
): Promise<Member> {
  const user = await findMemberToBe(ctx, email)
  return inTransaction(ctx, async (ctx) => {
    const { isNew, addedAt } = await makeMember(ctx, { courseId, user, role })
    ctx.outcome.created = isNew
    const { id, name } = user
    return { user: { id, name, email: user.email }, role, addedAt: addedAt.toISOString() }
  })
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
  { courseId, user, role }: { courseId: string; user: UserRow; role: CourseRole },
): Promise<{ isNew: boolean; addedAt: Date }> {
  await lockOwners(ctx.db, courseId)
  const member = { courseId, userId: user.id, role, addedAt: ctx.now() }
  const written = await putMember(ctx.db, member).catch((error: unknown) => {
    // Erased meanwhile: not the caller's account, whose absence would be TokenInvalid.
    throw isOwnerGone(error) ? new AppError('UserNotFound') : error
  })
  if (written === undefined) throw new AppError('LastOwner')

  const { roleBefore, addedAt } = written
  if (roleBefore === role) return { isNew: false, addedAt }
  await recordHistory(ctx, 'member-added', { courseId, details: { userId: user.id, role } })
  await recordEvent(ctx, 'course-member-added', {
    userId: user.id,
    details: { courseId, role, roleBefore },
  })
  if (user.id !== ctx.user?.id)
    await notifyUser(ctx, user, {
      kind: 'member-added',
      title: await mailedTitleOf(ctx, courseId),
      role,
    })
  return { isNew: roleBefore === null, addedAt }
}

/** The published title, or else the slug: what a draft says is not mailed. */
export async function mailedTitleOf(
  { db }: Pick<ActorDeps, 'db'>,
  courseId: string,
): Promise<string> {
  const published = await findCourse(db, { id: courseId })
  return published?.title ?? (await findCourseSlug(db, courseId))
}
