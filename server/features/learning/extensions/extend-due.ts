import { lockEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  deleteExtension,
  type ExtensionRow,
  putExtension,
} from '../../../../db/queries/learning/extensions.ts'
import { findLessonProgress } from '../../../../db/queries/learning/progress/progress.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { allLearners, type LearnerScope } from '../../../security/course-roles.ts'
import { tellLearner } from '../../base/notifications/tell-learner.ts'
import { requireInScope } from '../reports/in-scope.ts'
import type { ExtendInput, Extension, RevokedExtension, RevokeExtensionInput } from './schema.ts'

/**
 * Gives one learner until a later day for a course or a lesson, in place of what was given before,
 * and tells them.
 *
 * @throws EnrollmentNotFound, LessonNotFound
 */
export async function extendDue(
  ctx: ActorDeps,
  { userId, courseId, lessonKey = '', dueOn, reason }: ExtendInput,
  scope: LearnerScope = allLearners,
): Promise<Extension> {
  return inTransaction(ctx, async (ctx) => {
    const learning = { userId, courseId }
    await requireInScope(ctx, learning, scope)
    if ((await lockEnrollment(ctx.db, learning)) === undefined)
      throw new AppError('EnrollmentNotFound')
    const lesson =
      lessonKey === '' ? null : await findLessonProgress(ctx.db, { ...learning, lessonKey })
    if (lesson === undefined) throw new AppError('LessonNotFound')
    const grantedBy = ctx.user?.id ?? null
    const row = { ...learning, lessonKey, dueOn, reason, grantedBy, grantedAt: ctx.now() }
    await putExtension(ctx.db, row)
    const details = { courseId, lessonKey: lessonKey || null, dueOn, reason }
    await recordEvent(ctx, 'extension-granted', { userId, details })
    await tellLearner(ctx, learning, {
      kind: 'extension-granted',
      lesson: lesson?.title ?? null,
      dueOn,
      reason,
    })
    return toExtension(row)
  })
}

/**
 * From now on the day counts that counts for all. Doing it again changes nothing.
 *
 * @throws EnrollmentNotFound
 */
export async function revokeExtension(
  ctx: ActorDeps,
  { userId, courseId, lessonKey = '' }: RevokeExtensionInput,
  scope: LearnerScope = allLearners,
): Promise<RevokedExtension> {
  return inTransaction(ctx, async (ctx) => {
    const learning = { userId, courseId }
    await requireInScope(ctx, learning, scope)
    const revoked = await deleteExtension(ctx.db, { ...learning, lessonKey })
    const details = { courseId, lessonKey: lessonKey || null }
    if (revoked) await recordEvent(ctx, 'extension-revoked', { userId, details })
    return { ...learning, lessonKey: lessonKey || null, revoked }
  })
}

export function toExtension({
  userId,
  courseId,
  lessonKey,
  dueOn,
  reason,
  grantedAt,
}: ExtensionRow): Extension {
  const of = { userId, courseId, lessonKey: lessonKey || null }
  return { ...of, dueOn, reason, grantedAt: grantedAt.toISOString() }
}
