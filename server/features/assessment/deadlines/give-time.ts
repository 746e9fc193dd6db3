import {
  addTime,
  hasQuiz,
  lockOpenAttempts,
  lockTimedOut,
  reopenTimedOut,
} from '../../../../db/queries/assessment/deadlines/deadlines.ts'
import { type ActorDeps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { cohortInScope } from '../../learning/reports/in-scope.ts'
import { ownLearnerOf } from '../../platform/admin/refuse-own.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { inSlices } from './in-slices.ts'
import type { GivenTime, GiveTimeInput } from './schema.ts'
import { settleOutage } from './settle-outage.ts'

/**
 * Does the same for those who work on the course, once per Idempotency-Key.
 * @throws LessonNotFound, CohortNotFound, Forbidden
 */
export function giveTimeOnce(
  ctx: UserContext & { learners: LearnerScope },
  input: GiveTimeInput,
): Promise<GivenTime> {
  return performOnce(ctx, { input, effect: (once) => giveTime(once, input, ctx.learners) })
}

/**
 * Gives minutes to all open attempts of others, in a course, a lesson or a class; on request also
 * to those that ran out of time a while ago, which then go on.
 * @throws LessonNotFound, CohortNotFound, Forbidden
 */
export async function giveTime(
  ctx: ActorDeps,
  input: GiveTimeInput,
  scope: LearnerScope,
): Promise<GivenTime> {
  const { courseId, lessonKey, minutes, reopenMinutes, reason } = input
  if (cohortsOf(scope) !== null && input.cohort === undefined)
    throw new AppError('Forbidden', { message: 'Name a cohort of yours: you teach its members.' })
  if (lessonKey !== undefined && !(await hasQuiz(ctx.db, { courseId, lessonKey })))
    throw new AppError('LessonNotFound')
  const cohort =
    input.cohort === undefined
      ? undefined
      : await cohortInScope(ctx, { courseId, chosen: input.cohort }, scope)
  const meant = { courseId, lessonKey, cohortId: cohort?.id, except: ownLearnerOf(ctx) }
  // Settles first what an outage owes: what is given is beyond that.
  await settleOutage(ctx)
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now()
    const since = new Date(now.getTime() - reopenMinutes * 60_000)
    let reopened = 0
    if (reopenMinutes > 0)
      await inSlices(async (slice) => {
        const ids = await lockTimedOut(ctx.db, meant, { ...slice, since, now })
        reopened += (await reopenTimedOut(ctx.db, { ids, since, now })).length
        return ids
      })
    // Comes after those, whose enrollments are locked: handing in locks the enrollment first, too.
    const given = await inSlices(async (slice) => {
      const ids = await lockOpenAttempts(ctx.db, meant, slice)
      await addTime(ctx.db, { ids, minutes, now })
      return ids
    })
    const did = { minutes, extended: given.length - reopened, reopened }
    const isForOneLesson = lessonKey !== undefined
    const details = { courseId, isForOneLesson, cohortId: cohort?.id ?? null, ...did }
    await recordEvent(ctx, 'time-given', { details, reason })
    return did
  })
}
