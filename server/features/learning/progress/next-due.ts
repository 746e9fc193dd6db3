import type { Deps } from '../../../context.ts'
import { type DaysOfCourse, daysOfLearner, daysOfVersions } from './learners-days.ts'

/** The next due date, or the longest overdue. */
export interface NextDue {
  /** Null for the course itself. */
  lessonKey: string | null
  title: string
  on: string
  isOverdue: boolean
}

interface Taken {
  courseId: string
  versionId: string
  status: string
}

/**
 * Finds the next due date in each of the learner's current courses, by id. Versions without due
 * dates are known from memory, and cost no read.
 */
export async function nextDueOf(
  ctx: Pick<Deps, 'db' | 'now' | 'config' | 'versionDays'>,
  userId: string,
  courses: readonly Taken[],
): Promise<Map<string, NextDue>> {
  const active = courses.filter(({ status }) => status === 'active')
  const versions = await daysOfVersions(
    ctx,
    active.map(({ versionId }) => versionId),
  )
  const courseIds = [...versions.values()].flatMap(({ courseId, due, lessons }) =>
    due !== null || lessons.some((one) => one.due ?? one.dueAt) ? courseId : [],
  )
  if (courseIds.length === 0) return new Map()
  const found = await daysOfLearner(ctx, userId, { courseIds })
  return new Map(found.flatMap((one) => nextOf(one, ctx.now())))
}

function nextOf({ courseId, days }: DaysOfCourse, now: Date): [string, NextDue][] {
  const left = days.flatMap(({ due, isDone, ...one }) => (due && !isDone ? { ...one, due } : []))
  const [next] = left.sort((one, other) => one.due.at.getTime() - other.due.at.getTime())
  if (next === undefined) return []
  const { lessonKey, title, due } = next
  return [[courseId, { lessonKey, title, on: due.on, isOverdue: due.at <= now }]]
}
