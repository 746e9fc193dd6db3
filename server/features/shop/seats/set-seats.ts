import {
  beginSeats,
  deleteSeats,
  findSeats,
  lockSeatSetting,
  type SeatsRow,
  updateSeats,
} from '../../../../db/queries/shop/seats.ts'
import { dayOf, endMeant, lastDayBefore, startMeant } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { type ActorDeps, type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { requireAnyCourse } from '../../platform/admin/chosen-course.ts'
import type { Seats, SeatsInput, UpdateSeatsInput } from './schema.ts'

/** @throws CourseNotFound */
export async function getSeats(ctx: ActorDeps, { courseId }: SeatsInput): Promise<Seats> {
  const { id } = await requireAnyCourse(ctx, courseId)
  return toSeats(ctx, await findSeats(ctx.db, id))
}

/**
 * Limits the seats of a course, and when it takes learners, after counting those who are there
 * already.
 *
 * @throws CourseNotFound, SeatsTaken, InvalidFields
 */
export async function setSeats(
  ctx: ActorDeps,
  { courseId, seats, ...window }: UpdateSeatsInput,
): Promise<Seats> {
  const course = await requireAnyCourse(ctx, courseId)
  const opensAt = startMeant(window.opensAt, ctx.config.timeZone)
  const closesAt = endMeant(window.closesAt, ctx.config.timeZone)
  return inTransaction(ctx, async (ctx) => {
    await lockSeatSetting(ctx.db, course.id)
    const before = await findSeats(ctx.db, course.id)
    if (before === undefined) await beginSeats(ctx.db, course.id)
    const { taken = 0 } = (await findSeats(ctx.db, course.id)) ?? {}
    const wanted = {
      courseId: course.id,
      seats: seats === undefined ? (before?.seats ?? null) : seats,
      opensAt: opensAt === undefined ? (before?.opensAt ?? null) : opensAt,
      closesAt: closesAt === undefined ? (before?.closesAt ?? null) : closesAt,
    }
    // Decides under lock: nobody takes a seat meanwhile.
    if (wanted.seats !== null && wanted.seats < taken)
      throw new AppError('SeatsTaken', { facts: { taken } })
    requireOrder(wanted)

    const after = await updateSeats(ctx.db, wanted)
    const details = changeOf(before && factsOf(before), after && factsOf(after))
    if (Object.keys(details).length > 0)
      await recordEvent(ctx, 'seats-changed', {
        userId: null,
        details: { courseId: course.id, ...details },
      })
    return toSeats(ctx, after)
  })
}

/** Lets the course take everybody, always. Removing them again changes nothing. */
export async function removeSeats(ctx: ActorDeps, { courseId }: SeatsInput): Promise<Seats> {
  const course = await requireAnyCourse(ctx, courseId)
  return inTransaction(ctx, async (ctx) => {
    await lockSeatSetting(ctx.db, course.id)
    const removed = await deleteSeats(ctx.db, course.id)
    if (removed !== undefined)
      await recordEvent(ctx, 'seats-changed', {
        userId: null,
        details: { courseId: course.id, ...changeOf(factsOf(removed), undefined) },
      })
    return toSeats(ctx, undefined)
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

const unlimited = { seats: null, taken: 0, opensAt: null, closesAt: null }

function toSeats({ config }: Pick<Deps, 'config'>, row: SeatsRow | undefined): Seats {
  const { seats, taken, opensAt, closesAt } = row ?? unlimited
  const left = seats === null ? null : seats - taken
  const opensOn = opensAt && dayOf(opensAt, config.timeZone)
  const closesOn = lastDayBefore(closesAt, config.timeZone)
  return withIsoDates({ seats, taken, left, opensAt, opensOn, closesAt, closesOn })
}
