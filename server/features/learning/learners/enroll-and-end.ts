import { endMeant } from '../../../../lib/lists/periods.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { LearnerScope } from '../../../security/course-roles.ts'
import { readChosenUser } from '../../platform/admin/chosen-user.ts'
import { getAdminEnrollment } from '../enrollments/admin.ts'
import { endLearnerEnrollment } from '../enrollments/end-learner-enrollment.ts'
import { enrollLearner } from '../enrollments/enroll-learner.ts'
import { requireInScope } from '../reports/in-scope.ts'
import type {
  EndedEnrollment,
  EnrolledLearner,
  EnrollLearnerInput,
  LearnerInput,
} from './schema.ts'

/** Enrolls or invites somebody; members of the course learn no more of them than they said. */
export async function enrollInCourse(
  ctx: UserContext,
  { user: emailOrId, courseId, endsAt, ...ofSchool }: EnrollLearnerInput,
  scope: LearnerScope,
): Promise<EnrolledLearner> {
  const isSchool = scope === 'school'
  if (!isSchool) refuseFieldsOfSchool(ofSchool)
  const enrolling = enrollLearner(ctx, {
    ...readChosenUser(emailOrId),
    ...ofSchool,
    idOrSlug: courseId,
    endsAt: endMeant(endsAt, ctx.config.timeZone),
    invites: true,
  })
  const { outcome, user, invitationId } = await withoutPurchase(enrolling, scope)
  ctx.outcome.created = outcome === 'enrolled' || outcome === 'invited'
  const userId = invitationId === null ? (user?.id ?? null) : null
  return {
    outcome,
    userId,
    enrollment:
      isSchool && userId !== null ? await getAdminEnrollment(ctx, { userId, courseId }) : null,
    invitationId: isSchool ? invitationId : null,
  }
}

/** Refuses cohorts, which may have other courses, and waivers: requirements are the school's. */
function refuseFieldsOfSchool(ofSchool: Pick<EnrollLearnerInput, 'cohort' | 'waive'>): void {
  const issues = Object.entries(ofSchool)
    .filter(([, value]) => value !== undefined)
    .map(([path]) => ({ path, message: 'is for administrators: ask one of them' }))
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
}

/** Ends the enrollment of a learner; see endLearnerEnrollment(). */
export async function endInCourse(
  ctx: Deps,
  { userId, courseId }: LearnerInput,
  scope: LearnerScope,
): Promise<EndedEnrollment> {
  // Ends only enrollments that exist in the scope.
  await requireInScope(ctx, { userId, courseId }, scope)
  const ending = endLearnerEnrollment(ctx, { userId, idOrSlug: courseId })
  const { isNew: ended } = await withoutPurchase(ending, scope)
  const enrollment = scope === 'school' ? await getAdminEnrollment(ctx, { userId, courseId }) : null
  return { userId, courseId, ended, enrollment }
}

/** Hides the purchase from teachers, whose business it is not, when an action is refused for it. */
async function withoutPurchase<Value>(action: Promise<Value>, scope: LearnerScope): Promise<Value> {
  return action.catch((error: unknown) => {
    const isPaid = error instanceof AppError && error.name === 'CoursePaidFor'
    throw isPaid && scope !== 'school' ? new AppError('RefundNeeded') : error
  })
}
