import type { Lock } from '../../../../content/days/lock.ts'
import {
  type CourseForUser,
  findCourseForUser,
} from '../../../../db/queries/courses/courses/courses.ts'
import { listLockFacts, type OutlineLesson } from '../../../../db/queries/courses/lessons.ts'
import { findLearnersEnrollment } from '../../../../db/queries/learning/enrollments/my-courses.ts'
import { isId } from '../../../../lib/ids.ts'
import { lastDayBefore } from '../../../../lib/lists/periods.ts'
import { toDate } from '../../../../lib/schema.ts'
import { type Context, learnerOf } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { locksOf } from '../lessons/locks.ts'
import { countsOf, coursePercent } from './course-state.ts'
import { outlineOf } from './outline.ts'
import type { Course, GetCourseInput } from './schema.ts'
import { toSummary } from './summary.ts'

export async function getCourse(
  ctx: Context,
  { idOrSlug, outline }: GetCourseInput,
  kind?: CourseForUser['kind'],
): Promise<Course> {
  const by = isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug }
  const course = await findCourseForUser(ctx.db, by, {
    userId: learnerOf(ctx.caller)?.id,
    now: ctx.now(),
  })
  if (course === undefined || (kind !== undefined && course.kind !== kind))
    throw new AppError('CourseNotFound')
  // Shows it to learners, who keep their version when it is no longer sold.
  if (course.status !== 'published' && course.enrolledAt === null)
    throw new AppError('CourseNotFound')

  const summary = toSummary(ctx, course)
  const enrollment = await enrollmentOf(ctx, course)
  const seats = seatsOf(ctx, course)
  const locks = await locksIn(ctx, course, outline)
  const teachers = teachersOf(ctx, course)
  const { versionId, wasEnrolled } = course
  ctx.revalidate([
    ...[versionId, summary, enrollment, wasEnrolled, outline, seats, teachers],
    [...locks],
  ])

  ctx.signal().throwIfAborted()
  const sections = toSections(await outlineOf(ctx, course.versionId), outline, locks)
  return {
    ...summary,
    teachers,
    minutes: sections.reduce((sum, { minutes }) => sum + minutes, 0),
    lessonCount: sections.reduce((sum, { lessonCount }) => sum + lessonCount, 0),
    sections,
    ...(seats !== undefined && { seats }),
    ...(enrollment !== undefined && { enrolled: true, enrollment }),
    ...(wasEnrolled && { wasEnrolled }),
  }
}

function teachersOf({ mediaUrls, now }: Context, { teachers }: CourseForUser): Course['teachers'] {
  return (teachers ?? []).map(({ name, biography, sha256 }) => ({
    name,
    biography,
    picture: sha256 && mediaUrls.urlOf({ sha256, name: 'portrait' }, now()),
  }))
}

function seatsOf({ config }: Context, { seats: given }: CourseForUser): Course['seats'] {
  if (given === null) return undefined
  const { seats, taken, opensAt, closesAt } = given
  return {
    total: seats,
    left: seats === null ? null : seats - taken,
    opensAt: opensAt === null ? null : new Date(opensAt).toISOString(),
    closesAt: closesAt === null ? null : new Date(closesAt).toISOString(),
    closesOn: lastDayBefore(toDate(closesAt), config.timeZone),
  }
}

async function enrollmentOf(ctx: Context, course: CourseForUser): Promise<Course['enrollment']> {
  const { enrolledAt, completedAt, newerVersion } = course
  const userId = learnerOf(ctx.caller)?.id
  if (enrolledAt === null || userId === undefined) return undefined
  // Reads no lessons for the effect on those who may not take it.
  const shown = newerVersion?.mayTake
    ? (await findLearnersEnrollment(ctx.db, { userId, courseId: course.id, now: ctx.now() }))
        ?.newerVersion
    : newerVersion
  return {
    enrolledAt: enrolledAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    percent: coursePercent(course, await countsOf(ctx, { ...course, userId, courseId: course.id })),
    ...(shown && { newerVersion: shown }),
  }
}

/**
 * Finds what locks lessons for a learner, by lesson key. Reads nothing if nothing can lock them.
 */
async function locksIn(
  ctx: Context,
  { id: courseId, isRuled, enrolledAt }: CourseForUser,
  outline: GetCourseInput['outline'],
): Promise<Map<string, Lock[]>> {
  const userId = learnerOf(ctx.caller)?.id
  if (!isRuled || outline === 'sections' || userId === undefined || enrolledAt === null)
    return new Map()
  const rows = await listLockFacts(ctx.db, { userId, courseId })
  return new Map(
    rows.flatMap(({ key, lockFacts }) => {
      const locks = locksOf(lockFacts, ctx)
      return locks.length === 0 ? [] : [[key, locks]]
    }),
  )
}

function toSections(
  lessons: readonly OutlineLesson[],
  outline: GetCourseInput['outline'],
  locks: ReadonlyMap<string, Lock[]>,
): Course['sections'] {
  const bySection = Map.groupBy(lessons, (lesson) => lesson.sectionId)
  return [...bySection.values()].map((lessons) => ({
    title: lessons[0]?.sectionTitle ?? '',
    lessonCount: lessons.length,
    minutes: lessons.reduce((sum, { minutes }) => sum + minutes, 0),
    lessons: outline === 'sections' ? [] : lessons.map((lesson) => toLessonSummary(lesson, locks)),
  }))
}

function toLessonSummary(
  { sectionId: _sectionId, sectionTitle: _sectionTitle, ...lesson }: OutlineLesson,
  all: ReadonlyMap<string, Lock[]>,
): Course['sections'][number]['lessons'][number] {
  const locks = all.get(lesson.key)
  return locks === undefined ? lesson : { ...lesson, locks }
}
