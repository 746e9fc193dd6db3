import { toSeats } from '../../../../server/features/shop/seats/admin.ts'
import {
  type CourseSeats,
  getSeats,
  removeSeats,
  setSeats,
} from '../../../../server/features/shop/seats/set-seats.ts'
import { readEndOrNone, readInstantOrNone } from '../../arguments.ts'
import { UsageError } from '../../command-errors.ts'
import type { CommandResult } from '../../output.ts'
import { withDeps } from '../../with-deps.ts'

interface SeatOptions {
  seats?: string
  opens?: string
  closes?: string
  timeZone?: string
  remove?: true
}

/** Shows the seats, or sets those that an option names. */
export async function seats(
  idOrSlug: string,
  { seats, opens, closes, timeZone, remove }: SeatOptions,
): Promise<CommandResult> {
  const change = {
    seats: seats === undefined ? undefined : numberOrNone(seats),
    opensAt: opens === undefined ? undefined : readInstantOrNone(opens, '--opens', timeZone),
    closesAt: closes === undefined ? undefined : readEndOrNone(closes, '--closes', timeZone),
  }
  const isChange = Object.values(change).some((value) => value !== undefined)
  if (remove && isChange) throw new UsageError('error: --remove takes no other option')
  return withDeps(async (deps) => {
    if (remove) return resultOf(await removeSeats(deps, idOrSlug))
    return resultOf(
      isChange ? await setSeats(deps, { idOrSlug, ...change }) : await getSeats(deps, idOrSlug),
    )
  })
}

function numberOrNone(typed: string): number | null {
  if (typed === 'none') return null
  if (/^\d{1,6}$/.test(typed)) return Number(typed)
  throw new UsageError('error: --seats must be a whole number like 20, or none')
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
  return { json: { slug, ...shown }, text: `${lines.join('\n')}\n` }
}
