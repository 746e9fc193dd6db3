import { endMeant } from '../../../../lib/lists/periods.ts'
import type { ActorDeps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { readChosenUser } from '../../platform/admin/chosen-user.ts'
import { endLearnerEnrollment } from '../enrollments/end-learner-enrollment.ts'
import { enrollLearner } from '../enrollments/enroll-learner.ts'
import { requireInScope } from '../reports/in-scope.ts'
import type {
  EndedByTeacher,
  EnrolledByTeacher,
  LearnerInput,
  TeacherEnrollInput,
} from './schema.ts'

/** Enrolls somebody as the desk does, but with no cohort: that may have other courses. */
export async function enrollAsTeacher(
  ctx: UserContext,
  { user: emailOrId, courseId, endsAt }: TeacherEnrollInput,
): Promise<EnrolledByTeacher> {
  const chosen = { ...readChosenUser(emailOrId), idOrSlug: courseId }
  const enrolled = await withoutPurchase(
    enrollLearner(ctx, { ...chosen, endsAt: endMeant(endsAt, ctx.config.timeZone), invites: true }),
  )
  const { outcome, user, invitationId } = enrolled
  ctx.outcome.created = outcome === 'enrolled' || outcome === 'invited'
  return { outcome, userId: invitationId === null ? (user?.id ?? null) : null }
}

/** Ends it as the desk does; see endLearnerEnrollment(). */
export async function endAsTeacher(
  ctx: ActorDeps,
  { userId, courseId }: LearnerInput,
  scope: LearnerScope,
): Promise<EndedByTeacher> {
  await requireInScope(ctx, { userId, courseId }, scope)
  const ending = endLearnerEnrollment(ctx, { userId, idOrSlug: courseId })
  return { userId, courseId, ended: (await withoutPurchase(ending)).isNew }
}

/** Takes the purchase out of the refusal: what was paid is no business of teachers. */
async function withoutPurchase<Value>(action: Promise<Value>): Promise<Value> {
  return action.catch((error: unknown) => {
    const isPaid = error instanceof AppError && error.name === 'CoursePaidFor'
    throw isPaid ? new AppError('RefundNeeded') : error
  })
}
