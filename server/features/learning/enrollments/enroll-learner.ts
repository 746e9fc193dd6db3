import type { CourseRow } from '../../../../db/queries/courses/courses/courses.ts'
import { lockCohort } from '../../../../db/queries/learning/cohorts.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import { lockBuyer } from '../../../../db/queries/shop/transactions.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requireChosenCohort } from '../../platform/admin/chosen-cohort.ts'
import { requireChosenCourse } from '../../platform/admin/chosen-course.ts'
import type { ChosenPerson } from '../../platform/admin/chosen-user.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { enrollUser } from '../../shop/transactions/enroll-user.ts'
import { missingFor, refusalOfMissing } from '../../shop/transactions/requirements.ts'
import { createInvitation } from '../invitations/create-invitation.ts'
import type { enrollOutcomes } from './admin-schema.ts'

/** The outcome of enrolling one person in one course. */
export type EnrollOutcome = (typeof enrollOutcomes)[number]

export interface EnrollInput extends ChosenPerson {
  idOrSlug: string
  /** End of the access; null for never. Undefined: unchanged, or with the cohort. */
  endsAt?: Date | null | undefined
  /** Id or name of the cohort that the enrollment comes with. */
  cohort?: string | undefined
  /** Why the requirements of the course are waived, for the record. */
  waive?: string | undefined
  /** Invites an email without a verified account, instead of refusing it. */
  invites?: boolean
}

export interface Enrolled {
  course: CourseRow
  outcome: EnrollOutcome
  /** Whether access is new. */
  isNew: boolean
  user: UserRow | undefined
  invitationId: string | null
}

/**
 * Enrolls somebody in a course without a transaction, and mails them. A course that they have left
 * comes back as it was. Repeating it changes only the end and the cohort.
 *
 * @throws NotForYourself, UserNotFound, CourseNotFound, CohortNotFound, CourseFull, CoursePaidFor,
 * PrerequisiteMissing
 */
export async function enrollLearner(
  ctx: ActorDeps,
  { email, userId, idOrSlug, endsAt, cohort: chosen, waive, invites = false }: EnrollInput,
): Promise<Enrolled> {
  return inTransaction(ctx, async (ctx) => {
    // Looks under the lock: an account verified just now is enrolled.
    const known = await lockPerson(ctx, { email, userId })
    refuseOwn(ctx, known?.id)
    if (known === undefined && !(invites && email !== undefined)) throw new AppError('UserNotFound')
    const course = await requireChosenCourse(ctx, idOrSlug)
    const cohortId = chosen === undefined ? undefined : (await requireChosenCohort(ctx, chosen)).id
    requireFuture(ctx, endsAt)
    // Locks the cohort, because the enrollment gets its end: nobody moves it meanwhile.
    const cohort = cohortId === undefined ? undefined : await lockCohort(ctx.db, cohortId, 'share')
    if (cohort?.id !== cohortId) throw new AppError('CohortNotFound')
    if (endsAt === undefined) requireFuture(ctx, cohort?.endsAt, 'cohort')
    const isInvited = known === undefined || (invites && known.emailVerifiedAt === null)
    if (!isInvited) {
      const { outcome } = await enrollUser(ctx, { user: known, course, endsAt, cohort, waive })
      const isNew = outcome === 'enrolled'
      return { course, outcome, isNew, user: known, invitationId: null }
    }
    const invitee = known?.email ?? email
    if (invitee === undefined) throw new AppError('UserNotFound')
    const missing = waive !== undefined ? [] : await missingFor(ctx, known?.id, [course])
    const refusal = refusalOfMissing(missing, () => 'course')
    if (refusal !== undefined) throw refusal
    const { outcome, invitation } = await createInvitation(ctx, {
      email: invitee,
      course,
      endsAt: endsAt === undefined ? cohort?.endsAt : endsAt,
      cohortId,
      waive,
    })
    return { course, outcome, isNew: false, user: known, invitationId: invitation.id }
  })
}

async function lockPerson(
  { db }: ActorDeps,
  { email, userId }: ChosenPerson,
): Promise<UserRow | undefined> {
  if (userId !== undefined) return lockBuyer(db, { id: userId })
  return email === undefined ? undefined : lockBuyer(db, { email })
}

/** Requires ends in the future: ending access now is an operation of its own. */
export function requireFuture(
  { now }: Pick<ActorDeps, 'now'>,
  endsAt: Date | null | undefined,
  path: 'endsAt' | 'cohort' = 'endsAt',
): void {
  if (endsAt === undefined || endsAt === null || endsAt > now()) return
  const message =
    path === 'endsAt'
      ? 'is not in the future. To end access now, end the enrollment instead'
      : 'has ended. Change its end first'
  throw new AppError('InvalidFields', { issues: [{ path, message }] })
}
