import type { CourseRow } from '../../../../db/queries/courses/courses/courses.ts'
import { type CohortRow, insertCohortMember } from '../../../../db/queries/learning/cohorts.ts'
import {
  type EnrollmentRow,
  findEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  giveWay,
  giveWayOfCohort,
  keepSaidWay,
} from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import { type InvitationRow, takeInvitation } from '../../../../db/queries/learning/invitations.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import { listPendingWithCourses } from '../../../../db/queries/shop/transactions.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { ActorDeps } from '../../../context.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { coursePageOf, notifyUser } from '../../platform/notifications/notify.ts'
import { cancelPending } from './cancel-pending.ts'
import { endDueOf } from './end-due.ts'
import { refusePaid } from './refuse-paid.ts'
import { missingFor, refusalOfMissing } from './requirements.ts'

export interface EnrollWish {
  user: UserRow
  course: CourseRow
  /** Undefined: with the cohort, or never; or unchanged. */
  endsAt?: Date | null | undefined
  cohort?: CohortRow | undefined
  /** Who gives it if no cohort does. */
  source?: 'administrator' | 'invitation'
  /** Why the requirements of the course are waived. */
  waive?: string | undefined
}

/**
 * Gives a way into a course without a purchase, beside the user's own ways, in a transaction that
 * has locked their purchases. Closes pending ones if nothing is left to buy.
 */
export async function enrollUser(
  ctx: ActorDeps,
  { user, course, endsAt, cohort, source = 'administrator', waive }: EnrollWish,
): Promise<{ outcome: 'enrolled' | 'changed' | 'unchanged' }> {
  const key = { userId: user.id, courseId: course.id }
  const pending = (await listPendingWithCourses(ctx.db, user.id, [course.id])).map(({ id }) => id)
  // Locks seats of other courses, too, which purchases may hold.
  if (pending.length > 0)
    await lockSeats(ctx.db, { courseIds: [course.id], transactionIds: pending })
  const before = await findEndedIfDue(ctx, key)
  // Requires nothing of those who had the course before.
  const waived = before !== undefined ? {} : await waivedFor(ctx, { user, course, waive })
  if (endsAt instanceof Date && source === 'administrator') await refusePaid(ctx, key)
  const promised = await takePlace(ctx, user, course)
  await keepSaidWay(ctx.db, key)
  // Gives it back as it was to those who have left it.
  const isReturn = before?.leftAt && endsAt === undefined && cohort === undefined
  const isDifferent = !isReturn && (await give(ctx, key, { endsAt, cohort, source, promised }))
  const opened = await ctx.hooks.openEnrollment(ctx, { ...key, versionId: course.versionId })
  if (opened === undefined) return { outcome: 'unchanged' }
  // Cancels pending purchases: nobody should be asked to pay for a course they own.
  if (opened.after.endsAt === null) await cancelPending(ctx, pending, 'canceled')

  const isNew = opened.before?.status !== 'active'
  const change = changeOf(isNew ? undefined : termsOf(opened.before), termsOf(opened.after))
  if (!isNew && !isDifferent && Object.keys(change).length === 0) return { outcome: 'unchanged' }
  await recordEvent(ctx, isNew ? 'learner-enrolled' : 'enrollment-changed', {
    userId: user.id,
    details: { courseId: course.id, ...change, ...waived },
    reason: 'waivedIds' in waived ? waive : undefined,
  })
  if (!isNew) return { outcome: 'changed' }
  await notifyUser(ctx, user, {
    kind: 'course-enrolled',
    title: course.title,
    page: coursePageOf(ctx, course.id),
    about: { courseId: course.id },
  })
  return { outcome: 'enrolled' }
}

/** Gives the way; true if it is new to the user, or has a different end. */
async function give(
  ctx: ActorDeps,
  key: EnrollmentKey,
  {
    endsAt,
    cohort,
    source,
    promised,
  }: Pick<EnrollWish, 'endsAt' | 'cohort'> & {
    source: 'administrator' | 'invitation'
    promised: InvitationRow | undefined
  },
): Promise<boolean> {
  if (cohort === undefined) return giveWay(ctx.db, { ...key, source, endsAt, now: ctx.now() })
  const { id: cohortId } = cohort
  const member = { cohortId, userId: key.userId, addedAt: ctx.now() }
  const isNew = await insertCohortMember(ctx.db, member)
  const end = endsAt === undefined && promised?.cohortId === cohortId ? promised.endsAt : endsAt
  const isDifferent = await giveWayOfCohort(ctx.db, { ...key, cohortId, endsAt: end })
  return isNew || isDifferent
}

/**
 * Returns for the audit trail what the course requires and the learner lacks; refuses unless that
 * is waived.
 * @throws PrerequisiteMissing
 */
async function waivedFor(ctx: ActorDeps, { user, course, waive }: EnrollWish) {
  const missing = await missingFor(ctx, user.id, [course])
  if (waive !== undefined && missing.length > 0)
    return { waivedIds: missing.map(({ id }) => id).join(' ') }
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

/** Gives the user the seat that an invitation kept for them. */
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

async function findEndedIfDue(ctx: ActorDeps, key: EnrollmentKey) {
  const found = await findEnrollment(ctx.db, key)
  if (!found?.endsAt || found.endsAt > ctx.now()) return found
  await endDueOf(ctx, { userId: key.userId, courseIds: [key.courseId] })
  return findEnrollment(ctx.db, key)
}

/** Returns the terms of an enrollment for the audit trail. */
export function termsOf(enrollment: Pick<EnrollmentRow, 'endsAt' | 'cohortId'> | undefined) {
  return {
    endsAt: enrollment?.endsAt?.toISOString() ?? null,
    cohortId: enrollment?.cohortId ?? null,
  }
}
