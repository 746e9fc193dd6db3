import { findAttemptsSoFar, listAttempts } from '../../../../db/queries/assessment/attempts.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { UserContext } from '../../../context.ts'
import { duesInCourse, inTimeUntil } from '../../learning/progress/learners-days.ts'
import { allowanceOf, nextStart, openForPass } from '../quizzes/open-quiz.ts'
import type { AttemptList, ListAttemptsInput } from './schema.ts'
import { strictest, summaryOf } from './show-attempt.ts'

/** Lists the caller's attempts at a quiz, or their submissions, and what is left. */
export async function listAttemptsOf(
  ctx: UserContext,
  { lessonId: id, ...page }: ListAttemptsInput,
): Promise<AttemptList> {
  const { lesson, settings } = await openForPass(ctx, id, 'quiz', 'assignment')
  const { id: lessonId, courseId } = lesson
  const learning = { userId: ctx.user.id, courseId, lessonId }
  const [soFar, dues, rows] = [
    await findAttemptsSoFar(ctx.db, { ...learning, now: ctx.now() }),
    await duesInCourse(ctx, learning),
    await listAttempts(ctx.db, { ...learning, after: startOf(page), limit: page.limit + 1 }),
  ]
  const { timePercent, extraAttempts, extraDays } = soFar
  const isUsual = timePercent === 100 && extraAttempts === 0 && extraDays === 0
  const attemptsLeft = allowanceOf(settings, soFar)
  const quiz = 'reveals' in settings ? settings : undefined
  const nextAt = quiz && attemptsLeft !== 0 ? nextStart(quiz, soFar, ctx.now()) : null
  return {
    ...toPage(rows, page.limit, (row) =>
      summaryOf(
        row,
        undefined,
        strictest(quiz ? [row.reveals ?? 'score', quiz.reveals] : ['score']),
      ),
    ),
    passed: soFar.passed,
    attemptsLeft,
    nextAt: nextAt?.toISOString() ?? null,
    dueAt: inTimeUntil(dues.get(lesson.key)),
    accommodation: isUsual ? null : { timePercent, extraAttempts, extraDays },
  }
}
