import { lockPurchasesOf } from '../../../db/queries/commerce/transactions.ts'
import { beginDueCohorts, listCohortCourses } from '../../../db/queries/learning/cohorts.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { spreadMails } from '../notifications/spread-mails.ts'
import { type CohortStep, type CohortTask, listSteps } from './cohort-steps.ts'

/** How long a job runs: a server that stops does not wait longer for it. The next job goes on. */
const sliceMilliseconds = 5_000

/**
 * The job: gives, takes or reschedules courses of a cohort, or deletes it, for some seconds and
 * enqueues the job that goes on. Killed at any point, it does the same again, which changes nothing.
 */
export async function changeCohortJob(ctx: Deps, given: CohortTask): Promise<void> {
  const deadline = performance.now() + sliceMilliseconds
  let task = { ...given, since: given.since ?? ctx.now().toISOString(), place: given.place ?? 0 }
  while (performance.now() < deadline) {
    const steps = await listSteps(ctx, task)
    if (steps === undefined) return
    for (const { after, work, userId } of steps) {
      const since = new Date(task.since)
      const inBackground = spreadMails(ctx, { since, place: task.place })
      await tryStep(inBackground, task, { work, userId })
      task = { ...task, ...(after !== undefined && { after }), place: task.place + 1 }
      if (performance.now() >= deadline) break
    }
    if (steps.length > 0) continue
    // All members have it: now those who are invited.
    if (task.task !== 'enroll' || task.isInvited === true) return
    const { after: _after, ...rest } = task
    task = { ...rest, isInvited: true }
  }
  await enqueueCohortTask(ctx, task)
}

export async function enqueueCohortTask(ctx: Deps, task: CohortTask): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, 'change-cohort', task)
  ctx.afterCommit(() => ctx.jobs.wake('change-cohort'))
}

/** Each minute: cohorts whose start has come. */
export async function beginCohorts(ctx: Deps): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    for (const { id: cohortId } of await beginDueCohorts(ctx.db, ctx.now())) {
      await recordEvent(ctx, 'cohort-begun', { userId: null, details: { cohortId } })
      for (const { id: courseId } of await listCohortCourses(ctx.db, cohortId))
        await enqueueCohortTask(ctx, { cohortId, courseId, task: 'enroll' })
    }
  })
}

/** One who cannot be given a course must not hold up all the others. */
async function tryStep(
  ctx: Deps,
  { cohortId, task }: CohortTask,
  { work, userId }: Pick<CohortStep, 'work' | 'userId'>,
): Promise<void> {
  try {
    await inTransaction(ctx, async (ctx) => {
      if (userId !== null) await lockPurchasesOf(ctx.db, userId)
      await work(ctx)
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    await recordEvent(ctx, 'cohort-enrollment-failed', {
      userId,
      details: { cohortId, task, error: error.name },
    })
  }
}
