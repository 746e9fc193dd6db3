import {
  deleteMember,
  findCourseRole,
  lockOwners,
} from '../../../../db/queries/authoring/members.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { requireAbility } from '../../../security/course-roles.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import type { RemovedMember, RemoveMemberInput } from './schema.ts'

/**
 * Ends a membership. Owners may end anyone's, everybody their own.
 * @throws Forbidden, MemberNotFound, LastOwner
 */
export async function removeMember(
  ctx: UserContext,
  { courseId, userId }: RemoveMemberInput,
): Promise<RemovedMember> {
  if (userId !== ctx.user.id) await requireAbility(ctx, courseId, 'own')

  await inTransaction(ctx, async (ctx) => {
    await lockOwners(ctx.db, courseId)
    const role = await deleteMember(ctx.db, { courseId, userId })
    if (role === undefined) {
      const member = await findCourseRole(ctx.db, { courseId, userId })
      throw new AppError(member.role === null ? 'MemberNotFound' : 'LastOwner')
    }
    await recordHistory(ctx, 'member-removed', { courseId, details: { userId, role } })
    await recordEvent(ctx, 'course-member-removed', { userId, details: { courseId, role } })
  })
  return { userId }
}
