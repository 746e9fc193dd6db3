import type { Answer } from '../../../../content/questions/question-types.ts'
import { type AttemptRow, listAttemptsOf } from '../../../../db/queries/assessment/attempts.ts'
import { findLastGrading } from '../../../../db/queries/assessment/grades/grades.ts'
import { findShownQuestions } from '../../../../db/queries/assessment/questions/questions.ts'
import { findLessonForUser, findLessonRevision } from '../../../../db/queries/courses/lessons.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { PageRequest } from '../../../../lib/schema.ts'
import type { UserContext } from '../../../context.ts'
import { resultOf } from '../attempts/show-attempt.ts'
import { showSubmission } from './show-submission.ts'

/**
 * Exports the user's quiz attempts and submissions as they saw them: right answers are not theirs.
 */
export async function exportAttempts(ctx: UserContext, page: PageRequest) {
  const rows = await listAttemptsOf(ctx.db, {
    userId: ctx.user.id,
    after: startOf(page),
    limit: page.limit + 1,
  })
  const exported = new Map<string, Awaited<ReturnType<typeof exportAttempt>>>()
  for (const row of rows.slice(0, page.limit)) exported.set(row.id, await exportAttempt(ctx, row))
  const { items, nextCursor } = toPage(rows, page.limit, ({ id }) => exported.get(id))
  return { items: items.flatMap((item) => item ?? []), nextCursor }
}

async function exportAttempt(ctx: UserContext, attempt: AttemptRow) {
  const { courseId, lessonKey, type, number, status, startedAt, submittedAt } = attempt
  const { text, files } = await showSubmission(ctx, attempt)
  const [lesson, grading] = [
    await findLessonRevision(ctx.db, attempt.lessonId),
    await findLastGrading(ctx.db, attempt.id),
  ]
  const { lessonId, userId } = attempt
  const present = await findLessonForUser(ctx.db, { lessonId, userId, now: ctx.now() })
  const isHidden = [lesson, present].some((one) => one?.details?.quiz?.reveals === 'never')
  const reveals = isHidden ? 'never' : 'score'
  return {
    ...{ courseId, lessonKey, type, number, status, text, files },
    startedAt: startedAt.toISOString(),
    submittedAt: submittedAt?.toISOString() ?? null,
    answers: await answersOf(ctx, attempt),
    result: resultOf(attempt, grading, reveals),
  }
}

async function answersOf({ db }: UserContext, { items, answers }: AttemptRow) {
  const asked = items ?? []
  const questions = await findShownQuestions(
    db,
    asked.map(({ revision }) => revision),
  )
  return asked.flatMap(({ revision }, position) => {
    const answer = answers?.[position]
    const question = String(questions.get(revision)?.shown.title ?? '')
    return answer === null || answer === undefined ? [] : { question, answer: answer as Answer }
  })
}
