import type { StoredQuiz } from '../../../../content/lessons/quiz.ts'
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
import { lockEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { settleOutage } from '../deadlines/settle-outage.ts'
import { gradeItems, recordGrading, sumOf } from '../grades/grade-attempt.ts'

/**
 * Ends an attempt of the caller and grades it, as far as no person has to. One that has ended
 * already stays as it is.
 * @throws AttemptNotFound, NotEnrolled
 */
export async function submitAttempt(ctx: UserContext, attempt: TriedRow): Promise<Submitted> {
  return attempt.status === 'open' ? submit(ctx, attempt, { needsAccess: true }) : { attempt }
}

/** An attempt with what was read and written to grade it, if that was now. */
export interface Submitted {
  attempt: TriedRow
  questions?: ShownQuestions
  grading?: Pick<GradingRow, 'comment' | 'itemPoints'>
}

/** An attempt whose time is over is submitted with what is saved, whoever looks at it first. */
export async function submitIfOver(ctx: Deps, attempt: TriedRow): Promise<TriedRow> {
  if (attempt.status !== 'open' || !isOver(attempt, ctx.now())) return attempt
  await settleOutage(ctx)
  return (await submit(ctx, attempt, { needsAccess: false })).attempt
}

function submit(
  ctx: Deps,
  found: TriedRow,
  { needsAccess }: { needsAccess: boolean },
): Promise<Submitted> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = found
    const enrollment = await lockEnrollment(ctx.db, found)
    const locked = await lockAttempt(ctx.db, id)
    if (enrollment === undefined || locked === undefined) throw new AppError('AttemptNotFound')
    const isCurrent = found.isCurrent && enrollment.versionId === found.versionId
    const attempt = { ...found, ...locked, isCurrent }
    // Another click, another process or the deadline came first.
    if (attempt.status !== 'open') return { attempt }
    const now = ctx.now()
    // It was given more time meanwhile.
    if (!needsAccess && !isOver(attempt, now)) return { attempt }
    if (needsAccess && !isOpenTo(enrollment, now)) throw new AppError('NotEnrolled')

    const { itemPoints, questions } = await gradeItems(ctx, attempt)
    if (itemPoints.includes('waiting')) {
      await markWaiting(ctx.db, { id, at: now })
      return { attempt: { ...attempt, status: 'waiting', submittedAt: now }, questions }
    }
    const quiz = attempt.details?.quiz as unknown as StoredQuiz
    const sum = sumOf(attempt.items, itemPoints)
    const grading = { cause: 'submission', graderId: null, comment: null, ...sum } as const
    const graded = await recordGrading(
      ctx,
      { attempt, enrollment },
      {
        ...grading,
        passPercent: quiz.passPercent,
      },
    )
    return { attempt: { ...attempt, ...graded }, grading, questions }
  })
}

const attemptsAtOnce = 100
/** The next run, a minute later, goes on. */
const millisecondsOfARun = 45_000

/** Submits what is saved of attempts whose time is over. */
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
