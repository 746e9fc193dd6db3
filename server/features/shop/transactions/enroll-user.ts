import type { CourseRow } from '../../../../db/queries/courses/courses/courses.ts'
import { type CohortRow, insertCohortMember } from '../../../../db/queries/learning/cohorts.ts'
import { updateEnrollmentEnd } from '../../../../db/queries/learning/enrollments/end-dates.ts'
import {
  type EnrollmentRow,
  findEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { type InvitationRow, takeInvitation } from '../../../../db/queries/learning/invitations.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import { deleteCartItems } from '../../../../db/queries/shop/cart.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import { listPendingWithCourses } from '../../../../db/queries/shop/transactions.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { ActorDeps } from '../../../context.ts'
import { changeOf, recordEvent } from '../../../security/audit.ts'
import { coursePageOf, notifyUser } from '../../base/notifications/notify.ts'
import { cancelPending } from './cancel-pending.ts'
import { endDueOf } from './end-due.ts'
import { refusePaid } from './refuse-paid.ts'
import { missingFor, refusalOfMissing } from './requirements.ts'

export interface EnrollWish {
  user: UserRow
  course: CourseRow
  endsAt?: Date | null | undefined
  cohort?: CohortRow | undefined
  /** Why it does not matter what the course requires. */
  waive?: string | undefined
}

/**
 * Enrolls without a purchase, in a transaction that has locked the purchases of the user: those in
 * progress are closed.
 */
export async function enrollUser(
  ctx: ActorDeps,
  { user, course, endsAt, cohort, waive }: EnrollWish,
): Promise<{ outcome: 'enrolled' | 'changed' | 'unchanged' }> {
  const key = { userId: user.id, courseId: course.id }
  const pending = (await listPendingWithCourses(ctx.db, user.id, [course.id])).map(({ id }) => id)
  // Purchases may hold seats of other courses, too.
  if (pending.length > 0)
    await lockSeats(ctx.db, { courseIds: [course.id], transactionIds: pending })
  const before = await findEndedIfDue(ctx, key)
  // Who had the course once gets it back whatever it requires by now.
  const waived = before !== undefined ? {} : await waivedFor(ctx, { user, course, waive })
  await deleteCartItems(ctx.db, user.id, [course.id])
  // Nobody should be asked to pay for a course they own.
  await cancelPending(ctx, pending, 'canceled')
  const promised = await takePlace(ctx, user, course)
  if (cohort !== undefined)
    await insertCohortMember(ctx.db, {
      cohortId: cohort.id,
      userId: user.id,
      addedAt: ctx.now(),
    })
  const isGiven = before?.status === 'active' && before.source === 'program'
  if (before?.status === 'active' && !isGiven) return changeTerms(ctx, before, endsAt)
  const opened = await ctx.openEnrollment(ctx, {
    ...key,
    versionId: course.versionId,
    source: 'administrator',
    enrolledAt: ctx.now(),
    endsAt: endsAt === undefined ? endWith(cohort, promised) : endsAt,
    cohortId: cohort?.id ?? null,
  })
  if (opened === undefined) return changeTerms(ctx, before, endsAt)
  if (before?.leftAt) await changeTerms(ctx, await findEnrollment(ctx.db, key), endsAt)

  const terms = before?.leftAt ? await findEnrollment(ctx.db, key) : opened
  await recordEvent(ctx, isGiven ? 'enrollment-changed' : 'learner-enrolled', {
    userId: user.id,
    details: { courseId: course.id, ...changeOf(undefined, termsOf(terms)), ...waived },
  })
  // They have it by a program: this is a way of its own.
  if (isGiven) return { outcome: 'changed' }
  await notifyUser(ctx, user, {
    kind: 'course-enrolled',
    title: course.title,
    page: coursePageOf(ctx, course.id),
  })
  return { outcome: 'enrolled' }
}

/**
 * What the audit trail says where something that the course requires is missing all the same.
 * @throws PrerequisiteMissing
 */
async function waivedFor(ctx: ActorDeps, { user, course, waive }: EnrollWish) {
  const missing = await missingFor(ctx, user.id, [course])
  if (waive !== undefined && missing.length > 0)
    return { waived: missing.map(({ slug }) => slug).join(' '), because: waive }
  const refusal = refusalOfMissing(missing, () => 'course')
  if (refusal !== undefined) throw refusal
  return {}
}

/** Locks all seats that enrolling the user in several courses takes and frees. */
export async function lockSeatsToEnroll(
  { db }: ActorDeps,
  { userId, courseIds }: { userId: string; courseIds: string[] },
): Promise<void> {
  const pending = await listPendingWithCourses(db, userId, courseIds)
  await lockSeats(db, { courseIds, transactionIds: pending.map(({ id }) => id) })
}

/** The seat that an invitation kept for the user is theirs. */
async function takePlace(
  ctx: ActorDeps,
  { id: userId, email, emailVerifiedAt }: UserRow,
  course: CourseRow,
): Promise<InvitationRow | undefined> {
  if (emailVerifiedAt === null) return undefined
  const taken = await takeInvitation(ctx.db, { email, courseId: course.id })
  if (taken !== undefined)
    await recordEvent(ctx, 'invitation-accepted', {
      userId,
      details: { invitationId: taken.id, courseId: course.id, ...termsOf(taken) },
    })
  return taken
}

function endWith(cohort: CohortRow | undefined, promised: InvitationRow | undefined): Date | null {
  if (cohort === undefined) return null
  return promised?.cohortId === cohort.id ? promised.endsAt : cohort.endsAt
}

async function findEndedIfDue(ctx: ActorDeps, key: EnrollmentKey) {
  const found = await findEnrollment(ctx.db, key)
  if (!found?.endsAt || found.endsAt > ctx.now()) return found
  await endDueOf(ctx, { userId: key.userId, courseIds: [key.courseId] })
  return findEnrollment(ctx.db, key)
}

/** Of an enrollment that is active: a different end, if one is named. It keeps its cohort. */
async function changeTerms(
  ctx: ActorDeps,
  before: EnrollmentRow | undefined,
  endsAt: Date | null | undefined,
): Promise<{ outcome: 'changed' | 'unchanged' }> {
  if (before === undefined) return { outcome: 'unchanged' }
  const after = { ...before, endsAt: endsAt === undefined ? before.endsAt : endsAt }
  const details = changeOf(termsOf(before), termsOf(after))
  if (Object.keys(details).length === 0) return { outcome: 'unchanged' }

  if (after.endsAt !== null) await refusePaid(ctx, before)
  await updateEnrollmentEnd(ctx.db, after)
  await recordEvent(ctx, 'enrollment-changed', {
    userId: before.userId,
    details: { courseId: before.courseId, ...details },
  })
  return { outcome: 'changed' }
}

/** What the audit trail says of an enrollment. */
export function termsOf(enrollment: Pick<EnrollmentRow, 'endsAt' | 'cohortId'> | undefined) {
  return {
    endsAt: enrollment?.endsAt?.toISOString() ?? null,
    cohortId: enrollment?.cohortId ?? null,
  }
}
