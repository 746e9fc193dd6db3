import { lockEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  deleteExtensions,
  type ExtensionRow,
  insertExtension,
} from '../../../../db/queries/learning/extensions.ts'
import { findLessonProgress } from '../../../../db/queries/learning/progress/progress.ts'
import { overAt } from '../../../../lib/lists/periods.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { tellLearner } from '../../platform/notifications/tell-learner.ts'
import { type DueOfLearner, findDue } from '../progress/learners-days.ts'
import { requireInScope } from '../reports/in-scope.ts'
import type { ExtendInput, Extension, RevokedExtension, RevokeExtensionInput } from './schema.ts'

/**
 * Gives one learner until a later day for a course or lesson, in place of any earlier extension,
 * and tells them.
 *
 * @throws NotForYourself, EnrollmentNotFound, InvalidFields where it would change nothing
 */
export async function extendDue(
  ctx: ActorDeps,
  { userId, courseId, lessonKey = '', dueOn, reason }: ExtendInput,
  scope: LearnerScope,
): Promise<Extension> {
  refuseOwn(ctx, userId)
  return inTransaction(ctx, async (ctx) => {
    const learning = { userId, courseId }
    await requireInScope(ctx, learning, scope)
    if ((await lockEnrollment(ctx.db, learning)) === undefined)
      throw new AppError('EnrollmentNotFound')
    const due = await findDue(ctx, learning, lessonKey)
    if (due === undefined || overAt(dueOn, due.timeZone) <= due.usual.at)
      throw changesNothing(lessonKey, due)
    // Deletes also those under earlier keys of the lesson.
    await deleteExtensions(ctx.db, learning, due.keys)
    const grantedBy = ctx.user?.id ?? null
    const row = { ...learning, lessonKey, dueOn, reason, grantedBy, grantedAt: ctx.now() }
    await insertExtension(ctx.db, row)
    const details = { courseId, lessonId: await lessonIdOf(ctx, row), dueOn }
    await recordEvent(ctx, 'extension-granted', { userId, details, reason })
    await tellLearner(ctx, learning, {
      kind: 'extension-granted',
      lesson: due.lesson,
      dueOn,
      reason,
      about: { lessonKey: lessonKey || null },
    })
    return toExtension(row)
  })
}

/** Returns null for the course as a whole, and for a lesson that it no longer has. */
async function lessonIdOf(
  { db }: ActorDeps,
  place: { userId: string; courseId: string; lessonKey: string },
): Promise<string | null> {
  return place.lessonKey === '' ? null : ((await findLessonProgress(db, place))?.id ?? null)
}

function changesNothing(lessonKey: string, due: DueOfLearner | undefined): AppError {
  const issue =
    due === undefined
      ? { path: lessonKey === '' ? 'courseId' : 'lessonKey', message: 'has no due date to extend' }
      : {
          path: 'dueOn',
          message: `is not later than the due date without an extension, ${due.usual.on}`,
        }
  return new AppError('InvalidFields', { issues: [issue] })
}

/**
 * Ends an extension, so that the general day applies again, and tells the learner. Repeating it
 * changes nothing.
 * @throws EnrollmentNotFound
 */
export async function revokeExtension(
  ctx: ActorDeps,
  { userId, courseId, lessonKey = '' }: RevokeExtensionInput,
  scope: LearnerScope,
): Promise<RevokedExtension> {
  return inTransaction(ctx, async (ctx) => {
    const learning = { userId, courseId }
    await requireInScope(ctx, learning, scope)
    const due = await findDue(ctx, learning, lessonKey)
    const revoked = await deleteExtensions(ctx.db, learning, due?.keys ?? [lessonKey])
    const details = { courseId, lessonId: await lessonIdOf(ctx, { ...learning, lessonKey }) }
    if (revoked) await recordEvent(ctx, 'extension-revoked', { userId, details })
    if (revoked && due !== undefined) {
      const { lesson, usual } = due
      const dueOn = usual.on
      const about = { lessonKey: lessonKey || null }
      await tellLearner(ctx, learning, { kind: 'extension-revoked', lesson, dueOn, about })
    }
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
