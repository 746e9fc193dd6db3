import { requestLook, resumeLostLooks } from '../../../../db/queries/authoring/sources.ts'
import { type Deps, inTransaction } from '../../../context.ts'

/** However often a host reports, it is asked no more often than that for one course. */
const pauseMilliseconds = 10_000
/** The tries of a job are less than a quarter of an hour apart: none is left. */
const lostMilliseconds = 3_600_000

/**
 * Has the repository of a course looked at soon. Asked while a look waits, that one does for both;
 * asked while one runs, exactly one more follows.
 */
export async function askForLook(ctx: Deps, courseId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.now()
    const asked = await requestLook(ctx.db, { courseId, now })
    if (asked !== undefined) await enqueueLook(ctx, { courseId, lookedAt: asked.lookedAt })
  })
}

export async function enqueueLook(
  ctx: Deps,
  { courseId, lookedAt }: { courseId: string; lookedAt: Date | null },
): Promise<void> {
  const from = new Date((lookedAt?.getTime() ?? 0) + pauseMilliseconds)
  if (from > ctx.now()) {
    await ctx.jobs.enqueueLast(from)(ctx.db, 'look-at-source', { courseId })
    return
  }
  await ctx.jobs.enqueue(ctx.db, 'look-at-source', { courseId })
  ctx.afterCommit(() => ctx.jobs.wake('look-at-source'))
}

/** Brings back looks whose jobs were lost or gave up, after all that was asked for just now. */
export async function resumeLooks(ctx: Deps): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.now()
    const before = new Date(now.getTime() - lostMilliseconds)
    const enqueue = ctx.jobs.enqueueLast(now)
    for (const courseId of await resumeLostLooks(ctx.db, { before, now }))
      await enqueue(ctx.db, 'look-at-source', { courseId })
  })
}
