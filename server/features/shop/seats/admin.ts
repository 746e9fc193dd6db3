import type { SeatsRow } from '../../../../db/queries/shop/seats.ts'
import type { UserContext } from '../../../context.ts'
import { toDate, withIsoDates } from '../../../lib/schema.ts'
import type { Seats, SeatsInput, UpdateSeatsInput } from './schema.ts'
import { getSeats, removeSeats, setSeats } from './set-seats.ts'

export async function getSeatsAsAdmin(ctx: UserContext, { courseId }: SeatsInput): Promise<Seats> {
  const { seats } = await getSeats(ctx, courseId)
  return toSeats(seats)
}

export async function setSeatsAsAdmin(
  ctx: UserContext,
  { courseId, seats: wanted, opensAt, closesAt }: UpdateSeatsInput,
): Promise<Seats> {
  const { seats } = await setSeats(ctx, {
    idOrSlug: courseId,
    seats: wanted,
    opensAt: toDate(opensAt),
    closesAt: toDate(closesAt),
  })
  return toSeats(seats)
}

export async function removeSeatsAsAdmin(
  ctx: UserContext,
  { courseId }: SeatsInput,
): Promise<Seats> {
  const { seats } = await removeSeats(ctx, courseId)
  return toSeats(seats)
}

export function toSeats(row: SeatsRow | undefined): Seats {
  if (row === undefined) return { seats: null, taken: 0, left: null, opensAt: null, closesAt: null }
  const { seats, taken, opensAt, closesAt } = row
  const left = seats === null ? null : seats - taken
  return withIsoDates({ seats, taken, left, opensAt, closesAt })
}
