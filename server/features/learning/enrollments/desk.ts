import {
  type DeskEnrollmentRow,
  findEnrollmentAtDesk,
  listEnrollmentsAtDesk,
} from '../../../../db/queries/learning/enrollments/desk-list.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { isId } from '../../../lib/ids.ts'
import { periodOf } from '../../../lib/lists/periods.ts'
import { type Place, toSortedPage } from '../../../lib/lists/sorted-pages.ts'
import { toDate } from '../../../lib/schema.ts'
import { requireChosenCohort } from '../../base/desk/chosen-cohort.ts'
import { requireChosenCourse } from '../../base/desk/chosen-course.ts'
import { chosenUserId, readChosenUser } from '../../base/desk/chosen-user.ts'
import type {
  DeskEnrollment,
  DeskEnrollmentList,
  EnrollAtDeskInput,
  EnrolledAtDesk,
  EnrollmentInput,
  ListDeskEnrollmentsInput,
  SetEnrollmentEndInput,
} from './desk-schema.ts'
import { endLearnerEnrollment } from './end-learner-enrollment.ts'
import { enrollLearner } from './enroll-learner.ts'
import { setEnrollmentEnd } from './set-end.ts'

/** A page may hold fewer than it could where what it looks for is rare: `nextCursor` goes on. */
export async function listDeskEnrollments(
  ctx: Deps,
  { limit, cursor, ...filter }: ListDeskEnrollmentsInput,
): Promise<DeskEnrollmentList> {
  const after = requirePlace(cursor, filter, isUserId)
  const { rows, lookedUpTo } = await listEnrollmentsAtDesk(ctx.db, {
    filter: await readFilter(ctx, filter),
    after: after && { userId: after.value, courseId: after.id },
    limit: limit + 1,
    now: ctx.now(),
  })
  const place = ({ userId, courseId }: EnrollmentKey) => ({ value: userId, id: courseId })
  const end = lookedUpTo === null ? undefined : place(lookedUpTo)
  return toSortedPage(rows, { limit, list: filter, place, item: toDeskEnrollment, end })
}

function isUserId(value: Place['value']): value is string {
  return typeof value === 'string' && isId(value)
}

async function readFilter(ctx: Deps, filter: Omit<ListDeskEnrollmentsInput, 'limit' | 'cursor'>) {
  const { from, until } = periodOf(filter)
  const { timeZone, endsBefore } = filter
  return {
    userId: await chosenUserId(ctx, filter.user),
    courseId: filter.course === undefined ? undefined : await courseIdOf(ctx, filter.course),
    cohortId:
      filter.cohort === undefined ? undefined : (await requireChosenCohort(ctx, filter.cohort)).id,
    status: filter.status,
    source: filter.source,
    enrolledFrom: from,
    enrolledUntil: until,
    isCompleted: filter.completed,
    endsBefore: periodOf({ from: endsBefore, timeZone }).from,
  }
}

async function courseIdOf(ctx: Deps, idOrSlug: string): Promise<string> {
  return (await requireChosenCourse(ctx, idOrSlug)).id
}

export async function getDeskEnrollment(
  ctx: Deps,
  enrollment: EnrollmentInput,
): Promise<DeskEnrollment> {
  const row = await findEnrollmentAtDesk(ctx.db, { ...enrollment, now: ctx.now() })
  if (row === undefined) throw new AppError('EnrollmentNotFound')
  return toDeskEnrollment(row)
}

export async function enrollAtDesk(
  ctx: UserContext,
  { user: emailOrId, course: idOrSlug, endsAt, cohort }: EnrollAtDeskInput,
): Promise<EnrolledAtDesk> {
  const { outcome, user, course, invitationId } = await enrollLearner(ctx, {
    ...readChosenUser(emailOrId),
    idOrSlug,
    cohort,
    endsAt: toDate(endsAt),
    invites: true,
  })
  ctx.outcome.created = outcome === 'enrolled' || outcome === 'invited'
  const isThere = invitationId === null && user !== undefined
  const choice = { userId: user?.id ?? '', courseId: course.id }
  return {
    outcome,
    enrollment: isThere ? await getDeskEnrollment(ctx, choice) : null,
    invitationId,
  }
}

export async function setEndAtDesk(
  ctx: UserContext,
  { endsAt, ...enrollment }: SetEnrollmentEndInput,
): Promise<DeskEnrollment> {
  await setEnrollmentEnd(ctx, {
    ...enrollment,
    endsAt: toDate(endsAt),
  })
  return getDeskEnrollment(ctx, enrollment)
}

export async function endAtDesk(
  ctx: UserContext,
  enrollment: EnrollmentInput,
): Promise<DeskEnrollment> {
  // What was never there is not ended by this.
  await getDeskEnrollment(ctx, enrollment)
  const { userId, courseId } = enrollment
  await endLearnerEnrollment(ctx, { userId, idOrSlug: courseId })
  return getDeskEnrollment(ctx, enrollment)
}

function toDeskEnrollment(row: DeskEnrollmentRow): DeskEnrollment {
  return {
    ...row,
    enrolledAt: row.enrolledAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
    leftAt: row.leftAt?.toISOString() ?? null,
  }
}
