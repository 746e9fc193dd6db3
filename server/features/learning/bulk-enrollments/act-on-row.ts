import { addRecipient } from '../../../../db/queries/learning/announcements.ts'
import type {
  BulkEnrollmentRow,
  InputRow,
} from '../../../../db/queries/learning/bulk-enrollments.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { isWithin } from '../../../security/budgets.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { tellChosen } from '../announcements/mail-announcement.ts'
import { setEnrollmentEnd } from '../enrollments/set-end.ts'
import { extendDue } from '../extensions/extend-due.ts'
import { resendInvitation } from '../invitations/withdraw-invitation.ts'
import { endInCourse } from '../learners/enroll-and-end.ts'
import { requireInScope } from '../reports/in-scope.ts'

export type Settlement = Pick<InputRow, 'error' | 'message'> & {
  outcome: NonNullable<InputRow['outcome']>
}

export const closedToThem = 'The course is closed to them, so they would not read it.'

/** Does the single act on a row, for those learners whom the requester works with. */
export async function actOnRow(
  ctx: ActorDeps,
  { subjectId, courseId }: InputRow,
  bulk: BulkEnrollmentRow,
  scope: LearnerScope,
): Promise<Settlement> {
  if (subjectId === null) throw new AppError('UserNotFound')
  if (bulk.act === 'resend') await resendInvitation(ctx, subjectId)
  else if (courseId === null) throw new AppError('CourseNotFound')
  else if (!(await actOnLearner(ctx, { userId: subjectId, courseId }, bulk, scope)))
    return { outcome: 'unchanged', error: null, message: null }
  return { outcome: 'changed', error: null, message: null }
}

/** Returns whether anything is different now. */
async function actOnLearner(
  ctx: ActorDeps,
  learning: EnrollmentKey,
  { act, given }: BulkEnrollmentRow,
  scope: LearnerScope,
): Promise<boolean> {
  const { endsAt = null, lessonKey, dueOn = '', reason = '' } = given
  if (act === 'end') return (await endInCourse(ctx, learning, scope)).ended
  if (act === 'message') return tell(ctx, learning, given, scope)
  if (act === 'extend') {
    await extendDue(ctx, { ...learning, lessonKey, dueOn, reason }, scope)
    return true
  }
  const before = await findEnrollment(ctx.db, learning)
  const after = await setEnrollmentEnd(ctx, { ...learning, endsAt })
  return before?.status !== after.status || (before.endsAt?.toISOString() ?? null) !== after.endsAt
}

async function tell(
  ctx: ActorDeps,
  learning: EnrollmentKey,
  { announcements = {} }: BulkEnrollmentRow['given'],
  scope: LearnerScope,
): Promise<boolean> {
  await requireInScope(ctx, learning, scope)
  const { userId, courseId } = learning
  const id = announcements[courseId]
  const added = id && (await addRecipient(ctx.db, { id, userId, now: ctx.now() }))
  if (!added) throw new AppError('EnrollmentNotFound', { message: closedToThem })
  const mayMail =
    added.byMail &&
    (await isWithin(ctx.limits.within(ctx.db), [
      ['messageMailsPerLearner', `${courseId} ${userId}`],
    ]))
  await tellChosen(ctx, { announcementId: id, userId, isQuiet: !mayMail })
  return true
}
