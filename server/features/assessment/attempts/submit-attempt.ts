import {
  type AttemptRow,
  findAttempt,
  lockAttempt,
  markWaiting,
} from '../../../../db/queries/assessment/attempts.ts'
import { isOver, listDueAttempts } from '../../../../db/queries/assessment/deadlines/deadlines.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import { findLessonRevision } from '../../../../db/queries/courses/lessons.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { forEachDue } from '../../base/postponed/for-each-due.ts'
import type { StoredQuiz } from '../../courses/lessons/types/quiz.ts'
import { settleOutage } from '../deadlines/settle-outage.ts'
import { gradeItems, lockEnrollmentOf, recordGrading, sumOf } from '../grades/grade-attempt.ts'

/**
 * Ends an attempt of the caller and grades it, as far as no person has to. One that has ended
 * already stays as it is.
 * @throws AttemptNotFound, NotEnrolled
 */
export async function submitAttempt(ctx: UserContext, attempt: AttemptRow): Promise<AttemptRow> {
  return attempt.status === 'open' ? submit(ctx, attempt, { needsAccess: true }) : attempt
}

/** An attempt whose time is over is submitted with what is saved, whoever looks at it first. */
export async function submitIfOver(ctx: Deps, attempt: AttemptRow): Promise<AttemptRow> {
  if (attempt.status !== 'open' || !isOver(attempt, ctx.now())) return attempt
  await settleOutage(ctx)
  return submit(ctx, attempt, { needsAccess: false })
}

function submit(
  ctx: Deps,
  { id }: AttemptRow,
  { needsAccess }: { needsAccess: boolean },
): Promise<AttemptRow> {
  return inTransaction(ctx, async (ctx) => {
    const found = await findAttempt(ctx.db, id)
    if (found === undefined) throw new AppError('AttemptNotFound')
    const enrollment = await lockEnrollmentOf(ctx, found)
    const attempt = await lockAttempt(ctx.db, id)
    if (attempt === undefined) throw new AppError('AttemptNotFound')
    // Another click, another process or the deadline came first.
    if (attempt.status !== 'open') return attempt
    // It was given more time meanwhile.
    if (!needsAccess && !isOver(attempt, ctx.now())) return attempt
    if (needsAccess && !isOpenTo(enrollment, ctx.now())) throw new AppError('NotEnrolled')

    const itemPoints = await gradeItems(ctx, attempt)
    if (itemPoints.includes('waiting')) await markWaiting(ctx.db, { id, at: ctx.now() })
    else {
      const lesson = await findLessonRevision(ctx.db, attempt.lessonId)
      const quiz = lesson?.details?.quiz as unknown as StoredQuiz
      await recordGrading(
        ctx,
        { attempt, enrollment },
        {
          cause: 'submission',
          graderId: null,
          comment: null,
          ...sumOf(attempt.items, itemPoints),
          passPercent: quiz.passPercent,
        },
      )
    }
    return (await findAttempt(ctx.db, id)) ?? attempt
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
