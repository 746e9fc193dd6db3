import type { UserRow } from '../../../db/queries/accounts/users.ts'
import { deleteCartItems } from '../../../db/queries/commerce/cart.ts'
import { listPendingWithCourses } from '../../../db/queries/commerce/transactions.ts'
import { type CohortRow, insertCohortMember } from '../../../db/queries/learning/cohorts.ts'
import type { CourseRow } from '../../../db/queries/learning/courses/courses.ts'
import { updateEnrollmentEnd } from '../../../db/queries/learning/enrollments/end-dates.ts'
import {
  type EnrollmentRow,
  findEnrollment,
  upsertEnrollment,
} from '../../../db/queries/learning/enrollments/enrollments.ts'
import type { ActorDeps } from '../../context.ts'
import { changeOf, recordEvent } from '../../security/audit.ts'
import { coursePageOf, notifyUser } from '../notifications/notify.ts'
import { refusePaid } from './bought.ts'
import { cancelPending } from './cancel-pending.ts'
import { endDueOf } from './end-due.ts'

export interface EnrollWish {
  user: UserRow
  course: CourseRow
  endsAt?: Date | null | undefined
  cohort?: CohortRow | undefined
}

/**
 * Enrolls without a purchase, in a transaction that has locked the purchases of the user: those in
 * progress are closed.
 */
export async function enrollUser(
  ctx: ActorDeps,
  { user, course, endsAt, cohort }: EnrollWish,
): Promise<{ outcome: 'enrolled' | 'changed' | 'unchanged' }> {
  const key = { userId: user.id, courseId: course.id }
  await endDueOf(ctx, { userId: user.id, courseIds: [course.id] })
  await deleteCartItems(ctx.db, user.id, [course.id])
  // Nobody should be asked to pay for a course they own.
  const pending = await listPendingWithCourses(ctx.db, user.id, [course.id])
  await cancelPending(
    ctx,
    pending.map(({ id }) => id),
    'canceled',
  )
  if (cohort !== undefined)
    await insertCohortMember(ctx.db, {
      cohortId: cohort.id,
      userId: user.id,
      addedAt: ctx.now(),
    })
  const before = await findEnrollment(ctx.db, key)
  const isNew = await upsertEnrollment(ctx.db, {
    ...key,
    versionId: course.versionId,
    source: 'administrator',
    enrolledAt: ctx.now(),
    endsAt: endsAt === undefined ? (cohort?.endsAt ?? null) : endsAt,
    cohortId: cohort?.id ?? null,
  })
  if (!isNew) return changeTerms(ctx, before, endsAt)
  if (before?.leftAt) await changeTerms(ctx, await findEnrollment(ctx.db, key), endsAt)

  await recordEvent(ctx, 'learner-enrolled', {
    userId: user.id,
    details: {
      courseId: course.id,
      ...changeOf(undefined, termsOf(await findEnrollment(ctx.db, key))),
    },
  })
  await notifyUser(ctx, user, {
    kind: 'course-enrolled',
    title: course.title,
    page: coursePageOf(ctx, course.id),
  })
  return { outcome: 'enrolled' }
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
export function termsOf(enrollment: EnrollmentRow | undefined) {
  return {
    endsAt: enrollment?.endsAt?.toISOString() ?? null,
    cohortId: enrollment?.cohortId ?? null,
  }
}
