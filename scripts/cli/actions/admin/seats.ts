import type { Deps } from '../../../../server/context.ts'
import { toSeats } from '../../../../server/features/shop/seats/admin.ts'
import {
  type CourseSeats,
  getSeats,
  removeSeats,
  setSeats,
} from '../../../../server/features/shop/seats/set-seats.ts'
import type { CommandResult } from '../../output.ts'

interface SeatOptions {
  seats?: number | null
  opens?: Date | null
  closes?: Date | null
  remove?: true
}

/** Shows the seats, or sets those that an option names. */
export async function seats(
  deps: Deps,
  idOrSlug: string,
  { seats, opens: opensAt, closes: closesAt, remove }: SeatOptions,
): Promise<CommandResult> {
  if (remove) return resultOf(await removeSeats(deps, idOrSlug))
  const change = { seats, opensAt, closesAt }
  const isChange = Object.values(change).some((value) => value !== undefined)
  return resultOf(
    isChange ? await setSeats(deps, { idOrSlug, ...change }) : await getSeats(deps, idOrSlug),
  )
}

function resultOf({ course: { slug }, seats: row }: CourseSeats): CommandResult {
  const shown = toSeats(row)
  const { seats, taken, left, opensAt, closesAt } = shown
  const lines = [
    seats === null
      ? `${slug} takes any number of learners.`
      : `${slug} has ${seats} seats: ${taken} taken, ${left} left.`,
    ...(opensAt === null ? [] : [`Learners can enroll from ${opensAt} on.`]),
    ...(closesAt === null ? [] : [`Learners can enroll until ${closesAt}.`]),
  ]
  return { json: shown, text: `${lines.join('\n')}\n` }
}
