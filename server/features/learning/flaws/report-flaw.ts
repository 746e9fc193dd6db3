import { answerInWords } from '../../../../content/questions/answer-words.ts'
import { type Answer, questionTypeOf } from '../../../../content/questions/question-types.ts'
import { findAttempt } from '../../../../db/queries/assessment/attempts.ts'
import { findShownQuestions } from '../../../../db/queries/assessment/questions/questions.ts'
import type { LessonForUser } from '../../../../db/queries/courses/lessons.ts'
import {
  countReport,
  deleteFlaw,
  deleteReport,
  findOwnReport,
  listOwnReports,
  lockFlawOf,
  type OwnReport,
  openFlaw,
  writeReport,
} from '../../../../db/queries/learning/flaws.ts'
import { newId } from '../../../../lib/ids.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { openLesson } from '../../courses/lessons/open-lesson.ts'
import type * as schema from './schema.ts'

/** The words of a long answer that a report keeps. */
const maxAnswerLength = 1_000

/**
 * Reports that something is wrong with a lesson that the caller may read, or with a question of an
 * attempt of theirs. Further reports of the same kind join the open case; the caller's own replaces
 * what they said before.
 * @throws LessonNotFound, NotEnrolled, LessonLocked, AttemptNotFound, InvalidFields
 */
export async function reportFlaw(
  ctx: UserContext,
  { lessonId, kind, text, quote, seconds, attemptId, position }: schema.ReportFlawInput,
): Promise<schema.FlawReport> {
  const lesson = await openLesson(ctx, lessonId)
  const asked =
    attemptId === undefined || position === undefined
      ? requireNeither({ attemptId, position })
      : await findQuestion(ctx, lesson, { attemptId, position })
  const words = { text: text ?? null, quote: quote ?? null, seconds: seconds ?? null }
  const { answer = null, key: questionKey = '', revision: questionRevision = null } = asked ?? {}
  const createdAt = ctx.now()
  const flaw = { courseId: lesson.courseId, lessonKey: lesson.key, lessonId: lesson.id }
  const userId = ctx.user.id
  const id = await inTransaction(ctx, async ({ db }) => {
    const about = { questionKey, questionRevision, kind, createdAt }
    const { id: flawId } = await openFlaw(db, { id: newId(), ...flaw, ...about })
    const of = { flawId, userId, lessonId: lesson.id, createdAt }
    const at = { attemptId: attemptId ?? null, position: position ?? null, answer }
    const { id, isNew } = await writeReport(db, { id: newId(), ...of, ...at, ...words })
    if (isNew) await countReport(db, { flawId, change: 1 })
    ctx.outcome.created = isNew
    return id
  })
  const report = await findOwnReport(ctx.db, { userId, id })
  if (report === undefined) throw new AppError('FlawNotFound')
  return toReport(report)
}

function requireNeither(given: Record<'attemptId' | 'position', unknown>): undefined {
  const path = given.attemptId === undefined ? 'position' : 'attemptId'
  if (given[path] !== undefined)
    throw new AppError('InvalidFields', {
      issues: [{ path, message: 'goes with the other: name the attempt and the position' }],
    })
}

/** Finds a question of the caller's attempt at the lesson. Reads nothing that gives it away. */
async function findQuestion(
  ctx: UserContext,
  lesson: LessonForUser,
  { attemptId, position }: { attemptId: string; position: number },
) {
  const attempt = await findAttempt(ctx.db, attemptId)
  if (attempt?.userId !== ctx.user.id || attempt.courseId !== lesson.courseId)
    throw new AppError('AttemptNotFound')
  // The attempt may have been at the lesson as it was in an earlier version.
  const isOfLesson =
    attempt.lessonId === lesson.id || (await openLesson(ctx, attempt.lessonId)).id === lesson.id
  if (!isOfLesson) throw new AppError('AttemptNotFound')
  const item = attempt.items?.[position]
  if (item === undefined)
    throw new AppError('InvalidFields', {
      issues: [{ path: 'position', message: 'is of no question of this attempt' }],
    })
  const question = (await findShownQuestions(ctx.db, [item.revision])).get(item.revision)
  if (question === undefined) throw new Error('An attempt asks a question that is not there.')
  const { title: _, text: __, ...own } = question.shown
  const answer = attempt.answers?.[position] as Answer | null | undefined
  const shown = questionTypeOf(question.type).show(own, item.order)
  return {
    key: question.key,
    revision: question.number,
    answer: answer == null ? null : answerInWords(answer, shown).slice(0, maxAnswerLength),
  }
}

/** Lists what the caller has reported, newest first. */
export async function listMyReports(
  { db, user }: UserContext,
  { lessonId, ...page }: schema.ListReportsInput,
): Promise<schema.FlawReportList> {
  const range = { before: startOf(page), limit: page.limit + 1 }
  const rows = await listOwnReports(db, { userId: user.id, lessonId, ...range })
  return toPage(rows, page.limit, toReport)
}

export function toReport(row: OwnReport): schema.FlawReport {
  return withIsoDates(row)
}

/**
 * Takes the caller's report back, and the case with it if nobody else has reported it.
 * @throws FlawNotFound
 */
export async function withdrawReport(
  ctx: UserContext,
  { reportId }: schema.WithdrawInput,
): Promise<{ id: string }> {
  return inTransaction(ctx, async ({ db, user }) => {
    const report = { reportId, userId: user.id }
    // Locks the case first: who reports at the same time waits, and opens it again.
    const flaw = await lockFlawOf(db, report)
    if (flaw === undefined || !(await deleteReport(db, report))) throw new AppError('FlawNotFound')
    const isOpen = flaw.settledAt === null
    if (isOpen && flaw.reports === 1) await deleteFlaw(db, flaw.id)
    else if (isOpen) await countReport(db, { flawId: flaw.id, change: -1 })
    return { id: reportId }
  })
}
