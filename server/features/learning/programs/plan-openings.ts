import { planOpenings as planSome } from '../../../../db/queries/learning/programs.ts'
import type { Deps } from '../../../context.ts'

const sliceMilliseconds = 5_000
const learnersAtOnce = 1_000

/**
 * The job, once a course requires less: schedules a look at those who wait for it in a program.
 * Each statement locks its learners for some milliseconds. Repeating it changes nothing.
 */
export async function planOpenings(
  ctx: Deps,
  { after, ...task }: { programId: string; courseId: string; after?: string },
): Promise<void> {
  const deadline = performance.now() + sliceMilliseconds
  const page = { ...task, limit: learnersAtOnce, now: ctx.now() }
  let last = after
  while (performance.now() < deadline) {
    const next = await planSome(ctx.db, { ...page, after: last })
    if (next === undefined) return
    last = next
  }
  await ctx.jobs.enqueue(ctx.db, 'plan-openings', {
    ...task,
    ...(last !== undefined && { after: last }),
  })
}
