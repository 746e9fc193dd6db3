import {
  findThreads,
  listAnswers,
  listThreads as listRows,
  listTaughtThreads,
  listThreadKeys,
} from '../../../../db/queries/learning/threads.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import {
  foldForSearch,
  hasUnspacedWords,
  lettersOf,
  piecesOf,
} from '../../../../lib/search/search-words.ts'
import type { UserContext } from '../../../context.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { locksOf } from '../../courses/lessons/locks.ts'
import { openQuestions, openThread } from './open-threads.ts'
import type * as schema from './schema.ts'
import { showPosts, showThreads } from './show-threads.ts'

/**
 * Lists the questions on a lesson, whatever it was called when they were asked.
 * @throws LessonNotFound, NotEnrolled, LessonLocked, QuestionsClosed
 */
export async function listThreads(
  ctx: UserContext,
  { lessonId, ...page }: schema.ListThreadsInput,
): Promise<schema.ThreadList> {
  const { lesson, reader } = await openQuestions(ctx, lessonId)
  const { id, courseId } = lesson
  const keys = await listThreadKeys(ctx.db, { lessonId: id, userId: ctx.user.id, now: ctx.now() })
  const range = { before: startOf(page), limit: page.limit + 1 }
  const rows = await listRows(ctx.db, { courseId, keys, ...range, ...reader })
  const { items, nextCursor } = toPage(rows, page.limit, (row) => row)
  const isAnonymous = lesson.lessonQuestions === 'anonymous'
  return { items: await showThreads(ctx, items, { reader, isAnonymous }), nextCursor }
}

/** @throws ThreadNotFound */
export async function getThread(
  ctx: UserContext,
  { threadId }: schema.ThreadInput,
): Promise<schema.ThreadWithAnswers> {
  const { thread, ...shown } = await openThread(ctx, threadId)
  const rows = await listAnswers(ctx.db, { threadId, ...shown.reader })
  const [[question], answers] = [
    await showThreads(ctx, [thread], shown),
    await showPosts(ctx, rows, shown),
  ]
  if (question === undefined) throw new Error('A thread is not shown.')
  const acceptedId = question.accepted?.id
  const isFirst = ({ id }: { id: string }) => id === acceptedId
  const posts = [...answers.filter(isFirst), ...answers.filter((post) => !isFirst(post))]
  return { ...question, posts }
}

/** Lists the questions of the caller's learners in a course. */
export async function listTaught(
  ctx: UserContext & { learners: LearnerScope },
  { courseId, which, ...page }: schema.ListTaughtThreadsInput,
): Promise<schema.ThreadList> {
  const reader = { userId: ctx.user.id, cohortIds: cohortsOf(ctx.learners) }
  const range = { after: startOf(page), limit: page.limit + 1 }
  const rows = await listTaughtThreads(ctx.db, { courseId, which, ...range, ...reader })
  const places = rows.map((row) => ({ id: row.placeId, row }))
  const { items, nextCursor } = toPage(places, page.limit, ({ row }) => row)
  return { items: await showThreads(ctx, items, { reader, isAnonymous: false }), nextCursor }
}

/** How many threads of locked lessons are skipped before the search ends. */
const lookedAt = { atOnce: 100, times: 10 }

/**
 * Searches the questions and answers on lessons that the caller may read as a learner. Finds none
 * of locked ones, and no page or cursor tells that they would match.
 */
export async function searchThreads(
  ctx: UserContext,
  { q, ...page }: schema.SearchThreadsInput,
): Promise<schema.FoundThreadList> {
  const query = queryOf(q)
  const found: Awaited<ReturnType<typeof findThreads>> = []
  let [before, limit] = [startOf(page), page.limit + 1]
  for (let times = 0; query !== '' && times < lookedAt.times; times += 1) {
    const asked = { userId: ctx.user.id, now: ctx.now(), query, before, limit }
    const rows = await findThreads(ctx.db, asked)
    found.push(...rows.filter(({ lockFacts }) => locksOf(lockFacts, ctx).length === 0))
    if (found.length > page.limit || rows.length < limit) break
    before = rows.at(-1)?.id
    limit = lookedAt.atOnce
  }
  return toPage(found, page.limit, (row) => ({
    ...{ id: row.id, text: row.text.slice(0, 300) },
    lesson: { id: row.lessonId, title: row.lessonTitle },
    course: { id: row.courseId, slug: row.courseSlug, title: row.courseTitle },
  }))
}

/** Turns typed words into a tsquery of lexemes, which need no escape: each begins a word. */
function queryOf(q: string): string {
  const lexemes = piecesOf(foldForSearch(q)).flatMap((piece) =>
    hasUnspacedWords(piece) ? lettersOf(piece).map((one) => `'${one}'`) : `'${piece}':*`,
  )
  return [...new Set(lexemes)].join(' & ')
}
