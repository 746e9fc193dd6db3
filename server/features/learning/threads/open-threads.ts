import { quizOf } from '../../../../content/lessons/quiz.ts'
import { findAttemptsSoFar } from '../../../../db/queries/assessment/attempts.ts'
import { findCourseRole } from '../../../../db/queries/authoring/members.ts'
import type { LessonForUser } from '../../../../db/queries/courses/lessons.ts'
import {
  findThread,
  type PostReader,
  type ThreadRow,
} from '../../../../db/queries/learning/threads.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { abilitiesOn, ownsEveryCourse } from '../../../security/course-roles.ts'
import { openLesson, openLessonByKey } from '../../courses/lessons/open-lesson.ts'

/** Returns the caller as a reader of a course's questions: a teacher of all, of cohorts, or none. */
export async function readerOf(ctx: UserContext, courseId: string): Promise<PostReader> {
  const userId = ctx.user.id
  const { exists, ...member } = await findCourseRole(ctx.db, { courseId, userId })
  const isTeacher = exists && abilitiesOn(ctx, { id: courseId, ...member }).includes('answer')
  if (!isTeacher) return { userId, cohortIds: undefined }
  return { userId, cohortIds: ownsEveryCourse(ctx.user) ? null : member.cohortIds }
}

/**
 * Opens the questions on a lesson to its learners, and to those who teach all of them.
 * @throws LessonNotFound, NotEnrolled, LessonLocked, QuestionsClosed
 */
export async function openQuestions(
  ctx: UserContext,
  lessonId: string,
): Promise<{ lesson: LessonForUser; reader: PostReader }> {
  const lesson = await openLesson(ctx, lessonId)
  const reader = await readerOf(ctx, lesson.courseId)
  if (!lesson.enrolled && reader.cohortIds !== null) throw new AppError('NotEnrolled')
  if (!(await takesQuestions(ctx, lesson))) throw new AppError('QuestionsClosed')
  return { lesson, reader }
}

/**
 * Opens a thread to its teachers, and to learners who may read its lesson. To all others it does
 * not exist, nor does a hidden one to anybody but whoever asked.
 * @throws ThreadNotFound
 */
export async function openThread(
  ctx: UserContext,
  threadId: string,
): Promise<{ thread: ThreadRow; reader: PostReader; isAnonymous: boolean }> {
  const found = await findThread(ctx.db, { threadId, userId: ctx.user.id, cohortIds: undefined })
  if (found === undefined) throw new AppError('ThreadNotFound')
  const reader = await readerOf(ctx, found.courseId)
  const thread = await findThread(ctx.db, { threadId, ...reader })
  if (thread?.isTheirs) return { thread, reader, isAnonymous: false }
  const isShown = thread?.hiddenAt === null || thread?.createdBy === ctx.user.id
  if (thread === undefined || !isShown) throw new AppError('ThreadNotFound')
  const lesson = await openLessonByKey(ctx, {
    ...{ idOrSlug: thread.courseId, key: thread.lessonKey },
  }).catch(asMissing)
  if (!lesson.enrolled || !(await takesQuestions(ctx, lesson))) throw new AppError('ThreadNotFound')
  return { thread, reader, isAnonymous: lesson.lessonQuestions === 'anonymous' }
}

/** Turns a refusal into one that does not say that there is a thread. */
function asMissing(error: unknown): never {
  throw error instanceof AppError ? new AppError('ThreadNotFound') : error
}

/**
 * Whether the course takes questions here. Those on a quiz open with its right answers: before, a
 * thread could tell them.
 */
async function takesQuestions(ctx: UserContext, lesson: LessonForUser): Promise<boolean> {
  if (lesson.lessonQuestions === 'none') return false
  const quiz = lesson.type === 'quiz' ? quizOf(lesson.details) : undefined
  if (quiz === undefined || !lesson.enrolled) return true
  if (quiz.reveals === 'never' || quiz.reveals === 'score') return false
  const { id: lessonId, courseId } = lesson
  const tried = { userId: ctx.user.id, courseId, lessonId, now: ctx.now() }
  const soFar = await findAttemptsSoFar(ctx.db, tried)
  if (soFar.openId !== null) return false
  const isOver = quiz.attempts !== null && soFar.count >= quiz.attempts + soFar.extraAttempts
  return quiz.reveals === 'after-pass' ? soFar.passed : isOver
}
