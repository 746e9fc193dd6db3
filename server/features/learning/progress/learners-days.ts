import { dayMeant, type LearnersDays } from '../../../../content/days/days.ts'
import {
  type CourseOfLearner,
  type LessonDays,
  listCoursesWithDays,
  listDaysOfVersions,
  listDoneAmong,
  listLearnersWithDays,
  type VersionDays,
} from '../../../../db/queries/learning/progress/learners-days.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import {
  dayOf,
  daysAfter,
  overAt,
  sameTimeAfter,
  startOfDay,
} from '../../../../lib/lists/periods.ts'
import type { Deps } from '../../../context.ts'

/** When a lesson or a course opens for one learner, and when it is due. */
export interface DaysOfOne {
  /** Key of the lesson; null for the course itself. */
  lessonKey: string | null
  title: string
  /** A day of the learner's, and its first instant. */
  opens: { on: string; at: Date } | null
  /**
   * A day of the learner's, and the first instant at which it is overdue: after that day, or at the
   * instant of an assignment.
   */
  due: Due | null
  isDone: boolean
}

export interface Due {
  on: string
  at: Date
  isInstant: boolean
}

export interface DaysOfCourse extends CourseOfLearner {
  title: string
  days: DaysOfOne[]
}

type ReadDeps = Pick<Deps, 'db' | 'now' | 'config' | 'versionDays'>

/**
 * Returns what opens and is due for a learner, in all of their courses or some: what reminders,
 * calendars and lists show. Courses that state none have no days.
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

/** Returns the time zone in which the days of a learner begin and end. */
export function timeZoneOf(
  { config }: Pick<Deps, 'config'>,
  { timeZone }: { timeZone: string | null },
): string {
  return timeZone ?? config.timeZone
}

const versionsAtOnce = 500

/** Reads them by id, once: a published version never changes. */
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
  /** Keys under which the lesson has its extensions. */
  keys: string[]
  /** The due date without the extension. */
  usual: Due
  due: Due
  timeZone: string
}

/** Finds when a lesson, or with an empty key the course, is due for a learner. */
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
    version && [courseItself(version), ...version.lessons].find(({ key }) => key === lessonKey)
  if (one === undefined) return undefined
  const learner = { ...course, timeZone: timeZoneOf(ctx, course) }
  const [usual, due] = [dueFor(one, { ...learner, extensions: {} }), dueFor(one, learner)]
  if (usual === null || due === null) return undefined
  return {
    lesson: lessonKey === '' ? null : one.title,
    keys: namesOf(one),
    usual,
    due,
    timeZone: learner.timeZone,
  }
}

/** Returns when the lessons of a course are due for a learner, by their keys. */
export async function duesInCourse(
  ctx: ReadDeps,
  { userId, courseId }: EnrollmentKey,
): Promise<Map<string, Due>> {
  return (await duesOfLearners(ctx, { courseId, userIds: [userId] })).get(userId) ?? new Map()
}

/** Returns the same for some learners of a course, by their ids. */
export async function duesOfLearners(
  ctx: ReadDeps,
  of: { courseId: string; userIds: readonly string[] },
): Promise<Map<string, Map<string, Due>>> {
  const learners = await listLearnersWithDays(ctx.db, { ...of, now: ctx.now() })
  const versions = await daysOfVersions(ctx, [...new Set(learners.map((one) => one.versionId))])
  return new Map(
    learners.map((learner) => {
      const version = versions.get(learner.versionId)
      return [learner.userId, version ? duesIn(ctx, version, learner) : new Map()]
    }),
  )
}

/** Returns when a lesson, or with an empty key the course, is due for each without an extension. */
export async function usualDuesOf(
  ctx: ReadDeps,
  { lessonKey, ...of }: { courseId: string; userIds: readonly string[]; lessonKey: string },
): Promise<Map<string, Due & { timeZone: string }>> {
  const learners = await listLearnersWithDays(ctx.db, { ...of, now: ctx.now() })
  const versions = await daysOfVersions(ctx, [...new Set(learners.map((one) => one.versionId))])
  return new Map(
    learners.flatMap((course) => {
      const version = versions.get(course.versionId)
      const one =
        version && [courseItself(version), ...version.lessons].find(({ key }) => key === lessonKey)
      const timeZone = timeZoneOf(ctx, course)
      const due = one && dueFor(one, { ...course, timeZone, extensions: {} })
      return due ? [[course.userId, { ...due, timeZone }] as const] : []
    }),
  )
}

function duesIn(
  ctx: Pick<Deps, 'config'>,
  version: VersionDays,
  course: CourseOfLearner,
): Map<string, Due> {
  const learner = { ...course, timeZone: timeZoneOf(ctx, course) }
  return new Map(
    version.lessons.flatMap((one) => {
      const due = dueFor(one, learner)
      return due === null ? [] : [[one.key, due] as const]
    }),
  )
}

/** Returns the last instant in time, as the API states it; null if it is never due. */
export function inTimeUntil(due: Due | undefined): string | null {
  if (due === undefined) return null
  return (due.isInstant ? due.at : new Date(due.at.getTime() - 1)).toISOString()
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

/** Computes the same from known facts. In a completed course, everything is done. */
export function daysFor(
  version: VersionDays,
  learner: Facts,
  isDone: (lesson: LessonDays) => boolean,
): DaysOfOne[] {
  const isCompleted = learner.completedAt !== null
  return [courseItself(version), ...version.lessons].flatMap((one) => {
    const opens = opensFor(one.available, learner)
    const due = dueFor(one, learner)
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

function courseItself(version: VersionDays): LessonDays {
  return { ...version, key: '', formerKeys: [], dueAt: null, isAssignment: false }
}

/**
 * Returns the one due date of a lesson for a learner, whoever asks. Of a day and an instant, the
 * earlier holds; an extension moves it to the end of its day, if that is later.
 */
function dueFor(one: LessonDays, learner: Facts): Due | null {
  const { timeZone } = learner
  const extraDays = one.isAssignment ? learner.extraDays : 0
  const endOf = (on: string): Due => ({ on, at: overAt(on, timeZone), isInstant: false })
  const byDay = one.due === null ? null : endOf(daysAfter(dayMeant(one.due, learner), extraDays))
  const byInstant = one.dueAt === null ? null : timeAfter(one.dueAt, { extraDays, timeZone })
  const [usual] = [byDay, byInstant]
    .flatMap((due) => due ?? [])
    .sort((first, other) => first.at.getTime() - other.at.getTime())
  if (usual === undefined) return null
  const [extendedTo] = namesOf(one).flatMap((key) => learner.extensions[key] ?? [])
  const extended = extendedTo === undefined ? usual : endOf(extendedTo)
  return extended.at > usual.at ? extended : usual
}

function timeAfter(
  dueAt: string,
  { extraDays, timeZone }: { extraDays: number; timeZone: string },
): Due {
  const at = sameTimeAfter(new Date(dueAt), extraDays, timeZone)
  return { on: dayOf(at, timeZone), at, isInstant: true }
}
