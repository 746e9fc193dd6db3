import { findAttemptsSoFar, listAttempts } from '../../../../db/queries/assessment/attempts.ts'
import type { UserContext } from '../../../context.ts'
import { startOf, toPage } from '../../../lib/lists/pagination.ts'
import { allowanceOf, nextStart, openForPass } from '../quizzes/open-quiz.ts'
import type { AttemptList, ListAttemptsInput } from './schema.ts'
import { strictest, summaryOf } from './show-attempt.ts'

/** The caller's attempts at a quiz, and what is left. */
export async function listAttemptsOf(
  ctx: UserContext,
  { lessonId: id, ...page }: ListAttemptsInput,
): Promise<AttemptList> {
  const { lesson, settings: quiz } = await openForPass(ctx, id, 'quiz')
  const { id: lessonId, courseId } = lesson
  const learning = { userId: ctx.user.id, courseId, lessonId }
  const [soFar, rows] = [
    await findAttemptsSoFar(ctx.db, { ...learning, now: ctx.now() }),
    await listAttempts(ctx.db, { ...learning, after: startOf(page), limit: page.limit + 1 }),
  ]
  const { timePercent, extraAttempts, extraDays } = soFar
  const isUsual = timePercent === 100 && extraAttempts === 0 && extraDays === 0
  const attemptsLeft = allowanceOf(quiz, soFar)
  const nextAt = attemptsLeft === 0 ? null : nextStart(quiz, soFar, ctx.now())
  return {
    ...toPage(rows, page.limit, (row) =>
      summaryOf(row, undefined, strictest([row.reveals, quiz.reveals])),
    ),
    passed: soFar.passed,
    attemptsLeft,
    nextAt: nextAt?.toISOString() ?? null,
    accommodation: isUsual ? null : { timePercent, extraAttempts, extraDays },
  }
}
