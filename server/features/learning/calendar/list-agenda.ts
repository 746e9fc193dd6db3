import { isText, type Place, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import type { UserContext } from '../../../context.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { type DaysOfCourse, daysOfLearner } from '../progress/learners-days.ts'
import type { Agenda, AgendaEntry, AgendaInput } from './schema.ts'

/** Lists what opens and is due for the caller on the given days. */
export async function listAgenda(
  ctx: UserContext,
  { limit, cursor, from, to }: AgendaInput,
): Promise<Agenda> {
  const list = { from, to }
  const after = requirePlace(cursor, list, isText)
  const courses = await daysOfLearner(ctx, ctx.user.id)
  const rows = courses
    .filter(({ isOpen }) => isOpen)
    .flatMap((course) => entriesOf(course, ctx.now()))
    .filter(({ on }) => on >= from && on <= to)
    .map((entry) => ({ entry, place: placeOf(entry) }))
    .sort((one, other) => compare(one.place, other.place))
    .filter(({ place }) => after === undefined || compare(place, after) > 0)
  const shown = { place: ({ place }: Row) => place, item: ({ entry }: Row) => entry }
  return toSortedPage(rows.slice(0, limit + 1), { limit, list, ...shown })
}

interface Row {
  entry: AgendaEntry
  place: Place
}

function entriesOf({ courseId, title: courseTitle, days }: DaysOfCourse, now: Date): AgendaEntry[] {
  return days.flatMap(({ lessonKey, title, opens, due, isDone }) => {
    const shared = { courseId, courseTitle, lessonKey, title, isDone }
    const opening = opens && { kind: 'opens' as const, on: opens.on, at: null, isOverdue: false }
    const end = due && {
      kind: 'due' as const,
      on: due.on,
      at: due.isInstant ? due.at.toISOString() : null,
      isOverdue: !isDone && due.at <= now,
    }
    return [opening, end].flatMap((one) => (one === null ? [] : [{ ...shared, ...one }]))
  })
}

/** What is due at a time comes before what is due on its day. */
function placeOf({ kind, on, at, lessonKey, courseId }: AgendaEntry): Place {
  return { value: `${on} ${at ?? 'day'} ${kind} ${lessonKey ?? ''}`, id: courseId }
}

function compare(one: Place, other: Place): number {
  const [first, second] = [one, other].map(({ value, id }) => `${value} ${id}`)
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1
}
