import { dayOf, daysAfter } from '../../../../lib/lists/periods.ts'
import type { DueThing } from '../../../texts/types.ts'
import type { DaysOfCourse, DaysOfOne } from '../progress/learners-days.ts'

/** How many a mail names of each kind; it states the number of the others. */
const namedAtMost = 10
/** Days without a working server that may pass: what would have been told is told on the next. */
export const spareDays = 1
export const awayDays = 7

export interface Digest {
  due: DueThing[]
  overdue: DueThing[]
  unseen: string[]
  more: number
}

interface Today {
  now: Date
  /** The learner's day, like all days here. */
  today: string
  timeZone: string
  /** Days on which digests were sent before. */
  remindedOn: readonly string[]
}

/**
 * Returns what to remind a learner of today; undefined without a reason: something is due tomorrow,
 * has become overdue, or a course has not been seen for a week. With a reason, the digest names all
 * that is due or overdue; an absence is named once.
 */
export function digestOf(courses: readonly DaysOfCourse[], at: Today): Digest | undefined {
  const open = courses.filter(({ isOpen, completedAt }) => isOpen && completedAt === null)
  const waiting = open.flatMap((course) =>
    course.days.flatMap((one) => (one.due === null || one.isDone ? [] : [{ ...one, course }])),
  )
  const soon = waiting.filter(({ due }) => isSoon(due, at))
  const overdue = waiting.filter(({ due }) => due !== null && due.at <= at.now)
  const unseen = open.filter((course) => isUnseen(course, at))
  const hasReason =
    unseen.length > 0 ||
    soon.some(({ due }) => due?.on === daysAfter(at.today, 1)) ||
    overdue.some(({ due }) => due !== null && isNews(due.on, at))
  if (!hasReason) return undefined
  const lists = [soon, overdue, unseen] as const
  return {
    due: soon.slice(0, namedAtMost).map(nameOf),
    overdue: overdue.slice(0, namedAtMost).map(nameOf),
    unseen: unseen.slice(0, namedAtMost).map(({ title }) => title),
    more: lists.reduce((sum, { length }) => sum + Math.max(0, length - namedAtMost), 0),
  }
}

function isSoon(due: DaysOfOne['due'], { now, today }: Today): boolean {
  return due !== null && due.at > now && due.on <= daysAfter(today, 1)
}

/** Whether it became overdue yesterday, or slightly earlier without a digest since. */
function isNews(day: string, at: Today): boolean {
  return day < at.today && isFirstSince(daysAfter(day, 1), at)
}

function isUnseen(course: DaysOfCourse, at: Today): boolean {
  // Skips programs, in which nobody reports anything.
  if (course.kind === 'program') return false
  const opens = course.days.find(({ lessonKey }) => lessonKey === null)?.opens ?? null
  const seen = dayOf(course.lastActivityAt ?? course.enrolledAt, at.timeZone)
  const since = opens !== null && opens.on > seen ? opens.on : seen
  return isFirstSince(daysAfter(since, awayDays), at)
}

/** Whether a digest on that day would have told it, and none since then has. */
function isFirstSince(day: string, { today, remindedOn }: Today): boolean {
  if (day > today || today > daysAfter(day, spareDays)) return false
  return !remindedOn.some((reminded) => reminded >= day && reminded < today)
}

function nameOf({ course, lessonKey, title, due }: DaysOfOne & { course: DaysOfCourse }): DueThing {
  return { course: course.title, lesson: lessonKey === null ? null : title, on: due?.on ?? '' }
}
