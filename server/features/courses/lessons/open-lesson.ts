import type { Lock } from '../../../../content/days/lock.ts'
import { lowestId } from '../../../../db/page.ts'
import { findCourseRole } from '../../../../db/queries/authoring/members.ts'
import {
  findLessonByKey,
  findLessonForUser,
  findLockFacts,
  type LessonForUser,
} from '../../../../db/queries/courses/lessons.ts'
import { isId } from '../../../../lib/ids.ts'
import type { Context, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { locksOf } from './locks.ts'

/**
 * Returns the lesson if this user may read it. Enrolled users get it in their version of the
 * course, whichever version the id belongs to; previews of the current version are open to all, and
 * everything to its owners.
 */
export async function openLesson(ctx: UserContext, lessonId: string): Promise<LessonForUser> {
  return requireReadable(ctx, await findLessonForUser(ctx.db, { lessonId, ...readerOf(ctx) }))
}

interface LessonInCourse {
  idOrSlug: string
  key: string
}

/** Does the same as openLesson(), by a key that the lesson has or had. */
export async function openLessonByKey(
  ctx: UserContext,
  lesson: LessonInCourse,
): Promise<LessonForUser> {
  return requireReadable(
    ctx,
    await findLessonByKey(ctx.db, { ...placeOf(lesson), ...readerOf(ctx) }),
  )
}

/**
 * Returns a preview of the current version, as nobody in particular. One with a rule of its own on
 * when it opens is not for strangers, who cannot meet it.
 */
export async function openPreview(ctx: Context, wanted: LessonInCourse): Promise<LessonForUser> {
  const reader = { userId: lowestId, now: ctx.now() }
  const lesson = await findLessonByKey(ctx.db, { ...placeOf(wanted), ...reader })
  const { prerequisites = [], available = null } = lesson?.details ?? {}
  const isOpen = lesson?.sold && lesson.preview && prerequisites.length === 0 && available === null
  if (!isOpen) throw new AppError('LessonNotFound')
  return lesson
}

function placeOf({ idOrSlug, key }: LessonInCourse) {
  return { course: isId(idOrSlug) ? idOrSlug.toLowerCase() : idOrSlug, key }
}

function readerOf({ user, now }: UserContext) {
  return { userId: user.id, now: now() }
}

async function requireReadable(
  ctx: UserContext,
  lesson: LessonForUser | undefined,
): Promise<LessonForUser> {
  if (lesson === undefined) throw new AppError('LessonNotFound')
  const locks = await findLocks(ctx, lesson)
  const isTheirs = lesson.enrolled || (lesson.sold && lesson.preview)
  if (isTheirs && locks.length === 0) return lesson
  if (await owns(ctx, lesson.courseId)) return lesson
  if (isTheirs) throw new AppError('LessonLocked', { facts: { locks } })
  throw new AppError(lesson.sold ? 'NotEnrolled' : 'LessonNotFound')
}

/** Finds what locks a lesson, asking only if rules could and the user has not opened it yet. */
async function findLocks(ctx: UserContext, lesson: LessonForUser): Promise<Lock[]> {
  const { mayBeLocked, isOpening, type, courseId, key } = lesson
  if (!mayBeLocked || !(isOpening || type === 'course')) return []
  return locksOf(await findLockFacts(ctx.db, { userId: ctx.user.id, courseId, key }), ctx)
}

/** Whether the user owns the course: owners read it as learners see it, without a place in it. */
async function owns({ db, user, caller }: UserContext, courseId: string): Promise<boolean> {
  if (caller.key !== undefined) return false
  return (await findCourseRole(db, { courseId, userId: user.id })).role === 'owner'
}
