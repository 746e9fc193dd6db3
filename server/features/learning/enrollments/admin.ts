import {
  type AdminEnrollmentRow,
  findEnrollmentAsAdmin,
  listEnrollmentsAsAdmin,
} from '../../../../db/queries/learning/enrollments/admin-list.ts'
import { listWays } from '../../../../db/queries/learning/enrollments/ways.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import { isId } from '../../../../lib/ids.ts'
import { isDay, lastDayBefore, periodOf, startMeant } from '../../../../lib/lists/periods.ts'
import { type Place, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { requireChosenCohort } from '../../platform/admin/chosen-cohort.ts'
import { requireAnyCourse } from '../../platform/admin/chosen-course.ts'
import { chosenUserId } from '../../platform/admin/chosen-user.ts'
import type * as schema from './admin-schema.ts'

/** Lists enrollments. A page may be short where matches are rare: `nextCursor` goes on. */
export async function listAdminEnrollments(
  ctx: Deps,
  { limit, cursor, ...filter }: schema.ListAdminEnrollmentsInput,
): Promise<schema.AdminEnrollmentList> {
  const after = requirePlace(cursor, filter, isUserId)
  const { rows, lookedUpTo } = await listEnrollmentsAsAdmin(ctx.db, {
    filter: await readFilter(ctx, filter),
    after: after && { userId: after.value, courseId: after.id },
    limit: limit + 1,
    now: ctx.now(),
  })
  const place = ({ userId, courseId }: EnrollmentKey) => ({ value: userId, id: courseId })
  const end = lookedUpTo === null ? undefined : place(lookedUpTo)
  const item = await withWays(ctx, rows)
  return toSortedPage(rows, { limit, list: filter, place, item, end })
}

/** Adds its ways in to each enrollment of the answer. */
async function withWays(ctx: Deps, rows: readonly AdminEnrollmentRow[]) {
  const ways = Map.groupBy(
    await listWays(ctx.db, { of: rows, now: ctx.now() }),
    ({ userId, courseId }) => `${userId} ${courseId}`,
  )
  return (row: AdminEnrollmentRow): schema.AdminEnrollment => {
    const open = row.status === 'ended' ? [] : (ways.get(`${row.userId} ${row.courseId}`) ?? [])
    const withDay = <Row extends { endsAt: Date | null }>(one: Row) =>
      withIsoDates({ ...one, endsOn: lastDayBefore(one.endsAt, ctx.config.timeZone) })
    return { ...withDay(row), ways: open.map(({ userId, courseId, ...way }) => withDay(way)) }
  }
}

function isUserId(value: Place['value']): value is string {
  return typeof value === 'string' && isId(value)
}

async function readFilter(
  ctx: Deps,
  filter: Omit<schema.ListAdminEnrollmentsInput, 'limit' | 'cursor'>,
) {
  const { timeZone } = ctx.config
  const { from, until } = periodOf(filter, timeZone)
  const { endsBefore } = filter
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
    endsBefore: endsBefore === undefined ? undefined : firstAfter(endsBefore, timeZone),
  }
}

/**
 * Returns the first instant after the bound: what lasts through the day before ends exactly when
 * the day begins.
 */
function firstAfter(bound: string, timeZone: string): Date {
  const at = startMeant(bound, timeZone)
  return isDay(bound) ? new Date(at.getTime() + 1) : at
}

async function courseIdOf(ctx: Deps, idOrSlug: string): Promise<string> {
  return (await requireAnyCourse(ctx, idOrSlug)).id
}

export async function getAdminEnrollment(
  ctx: Deps,
  enrollment: schema.EnrollmentInput,
): Promise<schema.AdminEnrollment> {
  const row = await findEnrollmentAsAdmin(ctx.db, { ...enrollment, now: ctx.now() })
  if (row === undefined) throw new AppError('EnrollmentNotFound')
  return (await withWays(ctx, [row]))(row)
}
