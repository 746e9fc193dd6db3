import {
  advanceImpact,
  deleteImpactsBefore,
  findImpact,
  type ImpactKey,
  listUnansweredImpacts,
} from '../../../../db/queries/authoring/impact.ts'
import type { Deps } from '../../../context.ts'
import { createCounter, type ImpactProgress } from './count-learners.ts'

/** How long a job runs, so that a server that stops waits no longer. The next job goes on. */
const sliceMilliseconds = 5_000
const keptMilliseconds = 86_400_000

/** Enqueues the job in the caller's transaction. */
export async function enqueueCounting(ctx: Deps, asked: ImpactKey): Promise<void> {
  const { courseId, fingerprint } = asked
  await ctx.jobs.enqueue(ctx.db, 'count-impact', { courseId, fingerprint })
  ctx.afterCommit(() => ctx.jobs.wake('count-impact'))
}

/**
 * The job: counts for some seconds, and enqueues the job that goes on. Killed at any point, it
 * resumes after the last stored step. Stops when a second job is ahead.
 */
export async function countImpactJob(ctx: Deps, asked: ImpactKey): Promise<void> {
  const impact = await findImpact(ctx.db, asked)
  if (impact === undefined || impact.finishedAt !== null) return

  const until = performance.now() + sliceMilliseconds
  const countNext = createCounter(ctx, asked.courseId, impact.question)
  const { tally, done, afterUser } = impact
  let progress: ImpactProgress = { tally, done, afterUser, isFinished: false }
  while (!progress.isFinished && performance.now() < until) {
    const next = await countNext(progress)
    const isKept = await advanceImpact(
      ctx.db,
      { ...asked, afterUser: progress.afterUser },
      {
        tally: next.tally,
        done: next.done,
        afterUser: next.afterUser,
        finishedAt: next.isFinished ? ctx.now() : null,
      },
    )
    if (!isKept) return
    progress = next
  }
  if (!progress.isFinished) await enqueueCounting(ctx, asked)
}

/**
 * Enqueues questions whose job was lost, which is harmless if repeated, and forgets yesterday's.
 */
export async function tidyImpacts(ctx: Deps): Promise<void> {
  await deleteImpactsBefore(ctx.db, new Date(ctx.now().getTime() - keptMilliseconds))
  for (const asked of await listUnansweredImpacts(ctx.db)) await enqueueCounting(ctx, asked)
}
