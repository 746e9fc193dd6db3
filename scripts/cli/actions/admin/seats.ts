import { z } from 'zod'
import type { ActorDeps } from '../../../../server/context.ts'
import { type Seats, UpdateSeatsInput } from '../../../../server/features/shop/seats/schema.ts'
import {
  getSeats,
  removeSeats,
  setSeats,
} from '../../../../server/features/shop/seats/set-seats.ts'

export const SeatsChange = UpdateSeatsInput.extend({ remove: z.boolean().optional() })

/** Shows the seats, or sets those that are named. */
export function changeSeats(
  ctx: ActorDeps,
  { courseId, remove, ...change }: z.infer<typeof SeatsChange>,
): Promise<Seats> {
  if (remove) return removeSeats(ctx, { courseId })
  const isChange = Object.values(change).some((value) => value !== undefined)
  return isChange ? setSeats(ctx, { courseId, ...change }) : getSeats(ctx, { courseId })
}
