import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { saidOfEnd, saidOfStart } from '../../../../lib/lists/periods.ts'
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
  { id: idOrSlug }: AuthoredCourseRow,
  { seats, opens: opensAt, closes: closesAt, remove }: SeatOptions,
): Promise<CommandResult> {
  if (remove) return resultOf(deps, await removeSeats(deps, idOrSlug))
  const change = { seats, opensAt, closesAt }
  const isChange = Object.values(change).some((value) => value !== undefined)
  return resultOf(
    deps,
    isChange ? await setSeats(deps, { idOrSlug, ...change }) : await getSeats(deps, idOrSlug),
  )
}

function resultOf({ config }: Deps, { course: { slug }, seats: row }: CourseSeats): CommandResult {
  const shown = toSeats({ config }, row)
  const { seats, taken, left, opensAt, closesAt } = shown
  const lines = [
    seats === null
      ? `${slug} takes any number of learners.`
      : `${slug} has ${seats} seats: ${taken} taken, ${left} left.`,
    ...(opensAt === null
      ? []
      : [`Learners can enroll from ${saidOfStart(new Date(opensAt), config.timeZone)} on.`]),
    ...(closesAt === null
      ? []
      : [`Learners can enroll until ${saidOfEnd(new Date(closesAt), config.timeZone)}.`]),
  ]
  return { json: shown, text: `${lines.join('\n')}\n` }
}
