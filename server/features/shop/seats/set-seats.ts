import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import {
  beginSeats,
  deleteSeats,
  findSeats,
  lockSeatSetting,
  type SeatsRow,
  updateSeats,
} from '../../../../db/queries/shop/seats.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { requireAnyCourse } from '../../platform/admin/chosen-course.ts'

export interface SeatChange {
  /** Undefined leaves it unchanged; null for any number. */
  seats?: number | null | undefined
  /** Undefined leaves it unchanged; null for no limit. */
  opensAt?: Date | null | undefined
  closesAt?: Date | null | undefined
}

/** Seats of a course; undefined if it always takes everybody. */
export interface CourseSeats {
  course: AuthoredCourseRow
  seats: SeatsRow | undefined
}

export async function getSeats(ctx: ActorDeps, idOrSlug: string): Promise<CourseSeats> {
  const course = await requireAnyCourse(ctx, idOrSlug)
  return { course, seats: await findSeats(ctx.db, course.id) }
}

/**
 * Limits the seats of a course, and when it takes learners, after counting those who are there
 * already.
 *
 * @throws CourseNotFound, SeatsTaken, InvalidFields
 */
export async function setSeats(
  ctx: ActorDeps,
  { idOrSlug, ...change }: SeatChange & { idOrSlug: string },
): Promise<CourseSeats> {
  const course = await requireAnyCourse(ctx, idOrSlug)
  return inTransaction(ctx, async (ctx) => {
    await lockSeatSetting(ctx.db, course.id)
    const before = await findSeats(ctx.db, course.id)
    if (before === undefined) await beginSeats(ctx.db, course.id)
    const { taken = 0 } = (await findSeats(ctx.db, course.id)) ?? {}
    const wanted = {
      courseId: course.id,
      seats: change.seats === undefined ? (before?.seats ?? null) : change.seats,
      opensAt: change.opensAt === undefined ? (before?.opensAt ?? null) : change.opensAt,
      closesAt: change.closesAt === undefined ? (before?.closesAt ?? null) : change.closesAt,
    }
    // Decides under lock: nobody takes a seat meanwhile.
    if (wanted.seats !== null && wanted.seats < taken)
      throw new AppError('SeatsTaken', { facts: { taken } })
    requireOrder(wanted)

    const seats = await updateSeats(ctx.db, wanted)
    const details = changeOf(before && factsOf(before), seats && factsOf(seats))
    if (Object.keys(details).length > 0)
      await recordEvent(ctx, 'seats-changed', {
        userId: null,
        details: { courseId: course.id, ...details },
      })
    return { course, seats }
  })
}

/** Lets the course take everybody, always. Repeating it changes nothing. */
export async function removeSeats(ctx: ActorDeps, idOrSlug: string): Promise<CourseSeats> {
  const course = await requireAnyCourse(ctx, idOrSlug)
  return inTransaction(ctx, async (ctx) => {
    await lockSeatSetting(ctx.db, course.id)
    const removed = await deleteSeats(ctx.db, course.id)
    if (removed !== undefined)
      await recordEvent(ctx, 'seats-changed', {
        userId: null,
        details: { courseId: course.id, ...changeOf(factsOf(removed), undefined) },
      })
    return { course, seats: undefined }
  })
}

function requireOrder({ opensAt, closesAt }: Pick<SeatsRow, 'opensAt' | 'closesAt'>): void {
  if (opensAt === null || closesAt === null || opensAt < closesAt) return
  const message = 'is not after `opensAt`'
  throw new AppError('InvalidFields', { issues: [{ path: 'closesAt', message }] })
}

function factsOf({ seats, opensAt, closesAt }: SeatsRow) {
  return withIsoDates({ seats, opensAt, closesAt })
}
