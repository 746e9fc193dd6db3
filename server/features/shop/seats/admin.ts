import type { SeatsRow } from '../../../../db/queries/shop/seats.ts'
import { dayOf, endMeant, lastDayBefore, startMeant } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps, UserContext } from '../../../context.ts'
import type { Seats, SeatsInput, UpdateSeatsInput } from './schema.ts'
import { getSeats, removeSeats, setSeats } from './set-seats.ts'

export async function getSeatsAsAdmin(ctx: UserContext, { courseId }: SeatsInput): Promise<Seats> {
  const { seats } = await getSeats(ctx, courseId)
  return toSeats(ctx, seats)
}

export async function setSeatsAsAdmin(
  ctx: UserContext,
  { courseId, seats: wanted, opensAt, closesAt }: UpdateSeatsInput,
): Promise<Seats> {
  const { seats } = await setSeats(ctx, {
    idOrSlug: courseId,
    seats: wanted,
    opensAt: startMeant(opensAt, ctx.config.timeZone),
    closesAt: endMeant(closesAt, ctx.config.timeZone),
  })
  return toSeats(ctx, seats)
}

export async function removeSeatsAsAdmin(
  ctx: UserContext,
  { courseId }: SeatsInput,
): Promise<Seats> {
  const { seats } = await removeSeats(ctx, courseId)
  return toSeats(ctx, seats)
}

const unlimited = { seats: null, taken: 0, opensAt: null, closesAt: null }

export function toSeats({ config }: Pick<Deps, 'config'>, row: SeatsRow | undefined): Seats {
  const { seats, taken, opensAt, closesAt } = row ?? unlimited
  const left = seats === null ? null : seats - taken
  const opensOn = opensAt && dayOf(opensAt, config.timeZone)
  const closesOn = lastDayBefore(closesAt, config.timeZone)
  return withIsoDates({ seats, taken, left, opensAt, opensOn, closesAt, closesOn })
}
