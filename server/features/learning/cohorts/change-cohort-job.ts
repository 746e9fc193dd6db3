import {
  beginDueCohort,
  listCohortCourses,
  listDeletedCohorts,
  listDueCohorts,
} from '../../../../db/queries/learning/cohorts.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { spreadMails } from '../../platform/notifications/spread-mails.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { listSteps } from './cohort-steps.ts'
import type { CohortStep, CohortTask } from './cohort-task.ts'
import { recordFailure } from './record-failure.ts'

/** How long a job runs, so that a server that stops waits no longer. The next job goes on. */
const sliceMilliseconds = 5_000
const secondsBetweenLooks = 2
const cohortsAtOnce = 500

/**
 * The job: gives, takes or reschedules courses of a cohort, or deletes it, for some seconds and
 * enqueues the job that goes on. Killed at any point, it repeats its work, which changes nothing.
 */
export async function changeCohortJob(ctx: Deps, given: CohortTask): Promise<void> {
  if (given.task === 'delete' && (await hasOthersToFinish(ctx, given))) {
    await ctx.jobs.enqueueIn(secondsBetweenLooks)(ctx.db, 'change-cohort', given)
    return
  }
  const deadline = performance.now() + sliceMilliseconds
  let task = { ...given, since: given.since ?? ctx.now().toISOString(), place: given.place ?? 0 }
  while (performance.now() < deadline) {
    const steps = await listSteps(ctx, task)
    if (steps === undefined) return
    for (const { after, work, userId } of steps) {
      const since = new Date(task.since)
      const inBackground = spreadMails(ctx, { since, place: task.place })
      await tryStep(inBackground, task, { work, userId })
      task = { ...task, after, place: task.place + 1 }
      if (performance.now() >= deadline) break
    }
    if (steps.length > 0) continue
    const { after: _after, ...rest } = task
    task = { ...rest, turn: (task.turn ?? 0) + 1 }
  }
  await enqueueCohortTask(ctx, task)
}

/**
 * Whether earlier tasks are left: they must reach everybody before it is forgotten who came with
 * the cohort.
 */
async function hasOthersToFinish(
  { db, jobs }: Deps,
  { cohortId }: Pick<CohortTask, 'cohortId'>,
): Promise<boolean> {
  for (const task of ['end', 'reschedule'] as const)
    if (await jobs.isUnfinished(db, 'change-cohort', { cohortId, task })) return true
  return false
}

/**
 * Enqueues deletions whose job was lost, which nobody else would find; a second job is harmless.
 */
export async function resumeDeletions(ctx: Deps): Promise<void> {
  for (const cohortId of await listDeletedCohorts(ctx.db))
    await enqueueCohortTask(ctx, { cohortId, task: 'delete' })
}

export async function enqueueCohortTask(ctx: Deps, task: CohortTask): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, 'change-cohort', task)
  ctx.afterCommit(() => ctx.jobs.wake('change-cohort'))
}

/** Begins each minute the cohorts whose start has come. */
export async function beginCohorts(ctx: Deps): Promise<void> {
  await forEachDue(ctx, {
    task: 'begin-cohort',
    list: () => listDueCohorts(ctx.db, { now: ctx.now(), limit: cohortsAtOnce }),
    limit: cohortsAtOnce,
    idOf: (cohortId) => cohortId,
    work: (cohortId) =>
      inTransaction(ctx, async (ctx) => {
        if (!(await beginDueCohort(ctx.db, cohortId, ctx.now()))) return
        await recordEvent(ctx, 'cohort-begun', { userId: null, details: { cohortId } })
        for (const { id: courseId } of await listCohortCourses(ctx.db, cohortId))
          await enqueueCohortTask(ctx, { cohortId, courseId, task: 'enroll' })
      }),
  })
}

async function tryStep(
  ctx: Deps,
  task: CohortTask,
  { work, userId }: Pick<CohortStep, 'work' | 'userId'>,
): Promise<void> {
  try {
    await inTransaction(ctx, async (ctx) => {
      if (userId !== null) await lockPurchasesOf(ctx.db, userId)
      await work(ctx)
    })
  } catch (error) {
    await recordFailure(ctx, error, {
      cohortId: task.cohortId,
      task: task.task,
      userId,
      ...('courseId' in task && { courseId: task.courseId }),
    })
  }
}
