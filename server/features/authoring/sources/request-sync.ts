import { noteRequestedSync, resumeLostSyncs } from '../../../../db/queries/authoring/sources.ts'
import { type Deps, inTransaction } from '../../../context.ts'

/** The least time between two visits to a host for one course, however often it reports. */
const pauseMilliseconds = 10_000
/** After this no try of a job is left: they are less than a quarter of an hour apart. */
const lostMilliseconds = 3_600_000

/**
 * Has the repository of a course synced soon. While a sync waits, it serves both requests; while
 * one runs, exactly one more follows.
 */
export async function requestSync(ctx: Deps, courseId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.now()
    const asked = await noteRequestedSync(ctx.db, { courseId, now })
    if (asked !== undefined) await enqueueSync(ctx, { courseId, syncedAt: asked.syncedAt })
  })
}

export async function enqueueSync(
  ctx: Deps,
  { courseId, syncedAt }: { courseId: string; syncedAt: Date | null },
): Promise<void> {
  const from = new Date((syncedAt?.getTime() ?? 0) + pauseMilliseconds)
  if (from > ctx.now()) {
    await ctx.jobs.enqueueLast(from)(ctx.db, 'sync-source', { courseId })
    return
  }
  await ctx.jobs.enqueue(ctx.db, 'sync-source', { courseId })
  ctx.afterCommit(() => ctx.jobs.wake('sync-source'))
}

/** Enqueues syncs whose jobs were lost or gave up, behind everything just requested. */
export async function resumeSyncs(ctx: Deps): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.now()
    const before = new Date(now.getTime() - lostMilliseconds)
    const enqueue = ctx.jobs.enqueueLast(now)
    for (const courseId of await resumeLostSyncs(ctx.db, { before, now }))
      await enqueue(ctx.db, 'sync-source', { courseId })
  })
}
