import {
  findAttempt,
  lockAttempt,
  markWaiting,
  type TriedRow,
} from '../../../../db/queries/assessment/attempts.ts'
import { isOver, listDueAttempts } from '../../../../db/queries/assessment/deadlines/deadlines.ts'
import type { GradingRow } from '../../../../db/queries/assessment/grades/grades.ts'
import type { ShownQuestions } from '../../../../db/queries/assessment/questions/questions.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import {
  type EnrollmentRow,
  lockEnrollment,
  lockEnrollmentOfAttempt,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { settleOutage } from '../deadlines/settle-outage.ts'
import { gradeItems, recordGrading, sumOf } from '../grades/grade-attempt.ts'
import { quizTried } from '../quizzes/open-quiz.ts'

/** An attempt, with what was read and written to grade it if that was now. */
export interface Submitted {
  attempt: TriedRow
  questions?: ShownQuestions
  grading?: Pick<GradingRow, 'comment' | 'itemPoints'>
}

/**
 * Ends an attempt of the caller and grades it, except for what takes a person. One that has ended
 * already is unchanged: another click, another process or the deadline came first.
 * @throws AttemptNotFound, NotEnrolled
 */
export function submitAttempt(ctx: UserContext, attemptId: string): Promise<Submitted> {
  return inTransaction(ctx, async (ctx) => {
    const own = { userId: ctx.user.id, attemptId }
    const enrollment = await lockEnrollmentOfAttempt(ctx.db, own)
    const attempt = enrollment && (await lockAttempt(ctx.db, attemptId))
    if (attempt?.type !== 'quiz') throw new AppError('AttemptNotFound')
    if (!isOpenTo(enrollment, ctx.now())) throw new AppError('NotEnrolled')
    return attempt.status === 'open' ? end(ctx, attempt, enrollment) : { attempt }
  })
}

/** Submits what is saved of an attempt whose time is over, whoever looks at it first. */
export async function submitIfOver(ctx: Deps, found: TriedRow): Promise<TriedRow> {
  if (found.status !== 'open' || !isOver(found, ctx.now())) return found
  await settleOutage(ctx)
  return inTransaction(ctx, async (ctx) => {
    const enrollment = await lockEnrollment(ctx.db, found)
    const attempt = await lockAttempt(ctx.db, found.id)
    if (enrollment === undefined || attempt === undefined) throw new AppError('AttemptNotFound')
    // Returns it if it was submitted, or given more time, meanwhile.
    if (attempt.status !== 'open' || !isOver(attempt, ctx.now())) return attempt
    return (await end(ctx, attempt, enrollment)).attempt
  })
}

/** Ends it in the caller's transaction, which has locked the enrollment, then the attempt. */
async function end(ctx: Deps, attempt: TriedRow, enrollment: EnrollmentRow): Promise<Submitted> {
  const { itemPoints, questions } = await gradeItems(ctx, attempt)
  if (itemPoints.includes('waiting')) {
    const now = ctx.now()
    await markWaiting(ctx.db, { id: attempt.id, at: now })
    return { attempt: { ...attempt, status: 'waiting', submittedAt: now }, questions }
  }
  const { passPercent } = quizTried(attempt)
  const sum = sumOf(attempt.items, itemPoints)
  const grading = { cause: 'submission', graderId: null, comment: null, ...sum } as const
  const graded = await recordGrading(ctx, { attempt, enrollment }, { ...grading, passPercent })
  return { attempt: { ...attempt, ...graded }, grading, questions }
}

const attemptsAtOnce = 100
/** Bounds a run; the next one, a minute later, goes on. */
const millisecondsOfARun = 45_000

/** Submits what is saved of all attempts whose time is over. */
export async function submitDueAttempts(ctx: Deps): Promise<void> {
  await settleOutage(ctx)
  await forEachDue(ctx, {
    task: 'submit-attempt',
    list: () => listDueAttempts(ctx.db, { now: ctx.now(), limit: attemptsAtOnce }),
    limit: attemptsAtOnce,
    idOf: (id) => id,
    work: async (id) => {
      const attempt = await findAttempt(ctx.db, id)
      if (attempt !== undefined) await submitIfOver(ctx, attempt)
    },
    milliseconds: millisecondsOfARun,
  })
}
