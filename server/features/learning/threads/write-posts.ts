import {
  acceptAnswer as acceptRow,
  decidePost as decideRow,
  insertAnswer,
  insertThread,
  reportPost as reportRow,
} from '../../../../db/queries/learning/threads.ts'
import { newId } from '../../../../lib/ids.ts'
import { foldForSearch, lexemesOf } from '../../../../lib/search/search-words.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { openQuestions, openThread } from './open-threads.ts'
import { getThread } from './read-threads.ts'
import type * as schema from './schema.ts'
import { tellAnswered, tellAsked } from './tell.ts'

/**
 * Asks something about a lesson.
 * @throws LessonNotFound, NotEnrolled, LessonLocked, QuestionsClosed, RateLimited
 */
export async function ask(
  ctx: UserContext,
  { lessonId, text }: schema.AskInput,
): Promise<schema.ThreadWithAnswers> {
  const { lesson, reader } = await openQuestions(ctx, lessonId)
  const { courseId, key: lessonKey } = lesson
  // Its own asker is no learner of a teacher of cohorts.
  const isStaff = reader.cohortIds === null
  const post = { ...postOf(ctx, { courseId, text }), lessonKey, isStaff }
  await inTransaction(ctx, async (ctx) => {
    await ctx.limits.within(ctx.db).take('postsPerAccount', ctx.user.id)
    await insertThread(ctx.db, post)
    if (!isStaff) await tellAsked(ctx, { threadId: post.id, lesson })
  })
  return getThread(ctx, { threadId: post.id })
}

/**
 * Answers a question, as a teacher of whoever asked or as another learner.
 * @throws ThreadNotFound, ThreadClosed, RateLimited
 */
export async function answer(
  ctx: UserContext,
  { threadId, text }: schema.AnswerInput,
): Promise<schema.ThreadWithAnswers> {
  const { thread } = await openThread(ctx, threadId)
  const { courseId, lessonKey, isTheirs: isStaff } = thread
  const post = { ...postOf(ctx, { courseId, text }), lessonKey, isStaff, threadId }
  await inTransaction(ctx, async (ctx) => {
    await ctx.limits.within(ctx.db).take('postsPerAccount', ctx.user.id)
    if (!(await insertAnswer(ctx.db, post))) throw new AppError('ThreadClosed')
    await tellAnswered(ctx, { thread, answerId: post.id })
  })
  return getThread(ctx, { threadId })
}

function postOf(ctx: UserContext, { courseId, text }: { courseId: string; text: string }) {
  // Lets a search read posts of its courses alone: no word of a text has a colon.
  const words = [`course:${courseId}`, ...lexemesOf(foldForSearch(text))]
  return { id: newId(), courseId, text, words, createdAt: ctx.now(), createdBy: ctx.user.id }
}

/**
 * Accepts an answer in place of any other: whoever asked may, and their teachers.
 * @throws ThreadNotFound, Forbidden, PostNotFound
 */
export async function acceptAnswer(
  ctx: UserContext,
  { threadId, answerId }: schema.AcceptInput,
): Promise<schema.ThreadWithAnswers> {
  const { thread } = await openThread(ctx, threadId)
  if (!thread.isTheirs && thread.createdBy !== ctx.user.id) throw new AppError('Forbidden')
  if (!(await acceptRow(ctx.db, { threadId, answerId, at: ctx.now() })))
    throw new AppError('PostNotFound')
  return getThread(ctx, { threadId })
}

/**
 * Reports a post of somebody else to those who teach whoever asked. Once is enough.
 * @throws ThreadNotFound, PostNotFound
 */
export async function reportPost(
  ctx: UserContext,
  { threadId, postId, reason }: schema.ReportPostInput,
): Promise<{ id: string }> {
  await openThread(ctx, threadId)
  const report = { postId, userId: ctx.user.id, reason, reportedAt: ctx.now() }
  if (!(await reportRow(ctx.db, { ...report, threadId }))) throw new AppError('PostNotFound')
  return { id: postId }
}

/**
 * Hides a post, or shows it again; either settles what was reported. The reason stays on record.
 * @throws PostNotFound
 */
export async function decidePost(
  ctx: UserContext & { learners: LearnerScope },
  { courseId, postId, hidden, reason }: schema.DecidePostInput,
): Promise<schema.ThreadWithAnswers> {
  const threadId = await inTransaction(ctx, async (ctx) => {
    const decided = await decideRow(ctx.db, {
      ...{ courseId, postId, cohortIds: cohortsOf(ctx.learners) },
      hidden: hidden ? { at: ctx.now(), reason, by: ctx.user.id } : null,
    })
    if (decided === undefined) throw new AppError('PostNotFound')
    const about = { userId: decided.createdBy, details: { courseId, postId }, reason }
    await recordEvent(ctx, hidden ? 'post-hidden' : 'post-shown', about)
    return decided.threadId
  })
  return getThread(ctx, { threadId })
}
