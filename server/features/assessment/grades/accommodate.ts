import { reckonDeadlines } from '../../../../db/queries/assessment/deadlines/deadlines.ts'
import {
  type AccommodationRow,
  deleteAccommodation,
  listAccommodations as findAccommodations,
  putAccommodation,
} from '../../../../db/queries/assessment/grades/grades.ts'
import { lockEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { endMeant, lastDayBefore } from '../../../../lib/lists/periods.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import type {
  GrantedAccommodation,
  GrantInput,
  ListAccommodationsInput,
  RevokeInput,
} from './schema.ts'

/**
 * Gives a learner what others do not get, replacing what was given before. Running attempts follow
 * it from now on.
 * @throws NotForYourself, EnrollmentNotFound
 */
export async function grantAccommodation(
  ctx: UserContext,
  { userId, courseId, ...given }: GrantInput,
): Promise<GrantedAccommodation> {
  refuseOwn(ctx, userId)
  return inTransaction(ctx, async (ctx) => {
    const enrollment = await lockEnrollment(ctx.db, { userId, courseId })
    const user = await findUser(ctx.db, userId)
    if (enrollment === undefined || user === undefined) throw new AppError('EnrollmentNotFound')
    const row: AccommodationRow = {
      ...given,
      until: endMeant(given.until, ctx.config.timeZone),
      userId,
      courseId,
      grantedBy: ctx.user.id,
      grantedAt: ctx.now(),
    }
    await putAccommodation(ctx.db, row)
    await reckonDeadlines(ctx.db, { userId, courseId, now: ctx.now() })
    const { reason, timePercent, extraAttempts, extraDays } = given
    const until = row.until?.toISOString() ?? null
    const details = { courseId, timePercent, extraAttempts, extraDays, until }
    await recordEvent(ctx, 'accommodation-granted', { userId, details, reason })
    return show(ctx, { ...row, learnerName: user.name })
  })
}

/**
 * Ends it: running attempts get the usual time, but at least two minutes if that much was left.
 * @throws EnrollmentNotFound if there is none to take back
 */
export async function revokeAccommodation(
  ctx: UserContext,
  { userId, courseId }: RevokeInput,
): Promise<{ userId: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockEnrollment(ctx.db, { userId, courseId })
    if (!(await deleteAccommodation(ctx.db, { userId, courseId })))
      throw new AppError('EnrollmentNotFound')
    await reckonDeadlines(ctx.db, { userId, courseId, now: ctx.now() })
    await recordEvent(ctx, 'accommodation-revoked', { userId, details: { courseId } })
    return { userId }
  })
}

export async function listAccommodations(
  ctx: Pick<Deps, 'config' | 'db'> & { learners: LearnerScope },
  { courseId, ...page }: ListAccommodationsInput,
) {
  const rows = await findAccommodations(ctx.db, {
    courseId,
    cohortIds: cohortsOf(ctx.learners),
    after: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, (row) => show(ctx, row))
}

function show(
  { config }: Pick<Deps, 'config'>,
  accommodation: AccommodationRow & { learnerName: string },
): GrantedAccommodation {
  const { userId, learnerName, timePercent, extraAttempts, extraDays } = accommodation
  const { until, reason, grantedAt } = accommodation
  return {
    learner: { id: userId, name: learnerName },
    timePercent,
    extraAttempts,
    extraDays,
    reason,
    until: until?.toISOString() ?? null,
    lastDay: lastDayBefore(until, config.timeZone),
    grantedAt: grantedAt.toISOString(),
  }
}
