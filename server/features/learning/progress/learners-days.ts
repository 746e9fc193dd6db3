import {
  type CourseOfLearner,
  type LessonDays,
  listCoursesWithDays,
  listDaysOfVersions,
  listDoneAmong,
  type VersionDays,
} from '../../../../db/queries/learning/progress/learners-days.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { dayMeant, dueDay, type LearnersDays } from '../../../lib/fields/days.ts'
import { dayOf, overAt, startOfDay } from '../../../lib/lists/periods.ts'

/** When a lesson or a course opens for one learner, and when it is due. */
export interface DaysOfOne {
  /** Of the lesson; null for the course itself. */
  lessonKey: string | null
  title: string
  /** A day of the learner's, and its first instant. */
  opens: { on: string; at: Date } | null
  /**
   * A day of the learner's, and the first instant at which it is overdue: after that day, or the
   * instant of an assignment.
   */
  due: { on: string; at: Date; isInstant: boolean } | null
  isDone: boolean
}

export interface DaysOfCourse extends CourseOfLearner {
  title: string
  days: DaysOfOne[]
}

type ReadDeps = Pick<Deps, 'db' | 'now' | 'config' | 'versionDays'>

/**
 * When what opens and is due for a learner, in each of their courses, or in some: what reminders,
 * calendars and lists show. Courses that say nothing of it have no days.
 */
export async function daysOfLearner(
  ctx: ReadDeps,
  userId: string,
  { courseIds, limit = 1_000 }: { courseIds?: readonly string[]; limit?: number } = {},
): Promise<DaysOfCourse[]> {
  const chosen = { userId, ...(courseIds !== undefined && { courseIds }) }
  const courses = await listCoursesWithDays(ctx.db, { ...chosen, now: ctx.now(), limit })
  const versions = await daysOfVersions(ctx, [...new Set(courses.map((one) => one.versionId))])
  const isDone = await findDone(ctx, userId, [...versions.values()])
  return courses.flatMap((course) => {
    const version = versions.get(course.versionId)
    if (version === undefined) return []
    const learner = { ...course, timeZone: timeZoneOf(ctx, course) }
    const days = daysFor(version, learner, (key) => isDone(course.courseId, key))
    return [{ ...course, title: version.title, days }]
  })
}

/** Where the days of a learner begin and end. */
export function timeZoneOf(
  { config }: Pick<Deps, 'config'>,
  { timeZone }: { timeZone: string | null },
): string {
  return timeZone ?? config.timeZone
}

const versionsAtOnce = 500

/** By their ids. Read once: a published version never changes. */
export async function daysOfVersions(
  { db, versionDays }: Pick<Deps, 'db' | 'versionDays'>,
  versionIds: readonly string[],
): Promise<Map<string, VersionDays>> {
  const found = new Map<string, VersionDays>()
  const unknown: string[] = []
  for (const id of versionIds) {
    const known = versionDays.get(id)
    if (known === undefined) unknown.push(id)
    else found.set(id, known)
  }
  for (let from = 0; from < unknown.length; from += versionsAtOnce)
    for (const days of await listDaysOfVersions(db, unknown.slice(from, from + versionsAtOnce))) {
      versionDays.set(days.versionId, days)
      found.set(days.versionId, days)
    }
  return found
}

export interface DueOfLearner {
  /** The lesson's title; null for the course as a whole. */
  lesson: string | null
  /** Under which the lesson has its extensions. */
  keys: string[]
  /** By the rule that counts for all. */
  on: string
}

/** When a lesson, or with an empty key the course, is due for a learner, without extensions. */
export async function findDue(
  ctx: ReadDeps,
  { userId, courseId }: EnrollmentKey,
  lessonKey: string,
): Promise<DueOfLearner | undefined> {
  const chosen = { userId, courseIds: [courseId], now: ctx.now(), limit: 1 }
  const [course] = await listCoursesWithDays(ctx.db, chosen)
  if (course === undefined) return undefined
  const version = (await daysOfVersions(ctx, [course.versionId])).get(course.versionId)
  const one =
    lessonKey === ''
      ? version && { title: null, key: '', formerKeys: [], due: version.due }
      : version?.lessons.find(({ key }) => key === lessonKey)
  if (one?.due == null) return undefined
  const learner = { ...course, timeZone: timeZoneOf(ctx, course) }
  return { lesson: one.title, keys: namesOf(one), on: dayMeant(one.due, learner) }
}

async function findDone(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  versions: VersionDays[],
): Promise<(courseId: string, lesson: LessonDays) => boolean> {
  const timed = versions.filter(({ lessons }) => lessons.length > 0)
  if (timed.length === 0) return () => false
  const keys = timed.flatMap(({ lessons }) => lessons.flatMap(namesOf))
  const courseIds = timed.map(({ courseId }) => courseId)
  const rows = await listDoneAmong(db, { userId, courseIds, keys })
  const done = new Set(rows.map(({ courseId, key }) => `${courseId} ${key}`))
  return (courseId, lesson) => namesOf(lesson).some((key) => done.has(`${courseId} ${key}`))
}

function namesOf({ key, formerKeys }: Pick<LessonDays, 'key' | 'formerKeys'>): string[] {
  return [key, ...formerKeys]
}

type Facts = LearnersDays & Pick<CourseOfLearner, 'extensions' | 'extraDays' | 'completedAt'>

/** The same from what is known. Of a course that is completed, everything is done. */
export function daysFor(
  version: VersionDays,
  learner: Facts,
  isDone: (lesson: LessonDays) => boolean,
): DaysOfOne[] {
  const ofCourse = { ...version, key: '', formerKeys: [], dueAt: null }
  const isCompleted = learner.completedAt !== null
  return [ofCourse, ...version.lessons].flatMap((one) => {
    const extendedTo = namesOf(one).flatMap((key) => learner.extensions[key] ?? [])[0]
    const opens = opensFor(one.available, learner)
    const due = dueFor(one, learner, extendedTo)
    if (opens === null && due === null) return []
    return [
      {
        lessonKey: one.key === '' ? null : one.key,
        title: one.title,
        opens,
        due,
        isDone: isCompleted || (one.key !== '' && isDone(one)),
      },
    ]
  })
}

function opensFor(rule: string | null, learner: LearnersDays): DaysOfOne['opens'] {
  if (rule === null) return null
  const on = dayMeant(rule, learner)
  return { on, at: startOfDay(on, learner.timeZone) }
}

/** Of a day and the instant of an assignment, the earlier; an extension moves the day alone. */
function dueFor(
  { due, dueAt }: LessonDays,
  learner: Facts,
  extendedTo: string | undefined,
): DaysOfOne['due'] {
  const { timeZone, extraDays } = learner
  const on = due === null ? null : dueDay(due, { ...learner, extendedTo })
  const byDay = on === null ? null : { on, at: overAt(on, timeZone), isInstant: false }
  if (dueAt === null) return byDay
  const at = new Date(Date.parse(dueAt) + extraDays * 86_400_000)
  if (byDay !== null && byDay.at <= at) return byDay
  return { on: dayOf(at, timeZone), at, isInstant: true }
}
