import {
  beginSync,
  endSync,
  type SourceProblem,
  type SourceRow,
} from '../../../../db/queries/authoring/sources.ts'
import { newId } from '../../../../lib/ids.ts'
import { GitFault } from '../../../adapters/git/types.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { type ReadContent, readNewCommit } from './read-source.ts'
import { enqueueSync } from './request-sync.ts'
import { problemsOf, triesAgain } from './sync-problems.ts'
import { takeIn } from './take-in.ts'

/** Exceeds the duration of a sync; after it another may begin. */
const leaseMilliseconds = 15 * 60_000

/**
 * Syncs the repository of a course, and takes in what is new. Each commit counts once, and a
 * mistake keeps anything from being written. The queue retries what may pass, and later the
 * clean-up does.
 */
export async function syncSource(
  ctx: Deps,
  { courseId }: { courseId: string },
  jobId: string = newId(),
): Promise<void> {
  const now = ctx.now()
  const until = new Date(now.getTime() + leaseMilliseconds)
  const source = await beginSync(ctx.db, { courseId, jobId, now, until })
  if (source === undefined) return
  await sync(ctx, { source, jobId }).catch((error: unknown) => {
    if (!(error instanceof SyncVoid)) throw error
  })
}

interface Sync {
  source: SourceRow
  jobId: string
}

async function sync(ctx: Deps, { source, jobId }: Sync): Promise<void> {
  const { courseId } = source
  try {
    const content = await readNewCommit(ctx, source)
    if (content === undefined)
      await end(ctx, { courseId, jobId, status: 'unchanged', problems: warningsOf(source) })
    else await takeInAndEnd(ctx, { source, jobId, content })
  } catch (error) {
    if (error instanceof SyncVoid) throw error
    const problems = problemsOf(error)
    const staysOpen = problems === undefined || (error instanceof GitFault && error.isTransient)
    await end(ctx, {
      courseId,
      jobId,
      status: 'failed',
      problems: problems ?? [unexpected],
      staysOpen,
    })
    if (staysOpen) throw error
  }
}

/** Returns the warnings about the commit, which is unchanged; what kept a sync from it is over. */
function warningsOf({ problems }: SourceRow): SourceProblem[] {
  return problems?.filter(({ severity }) => severity === 'warning') ?? []
}

const unexpected: SourceProblem = {
  severity: 'error',
  place: '',
  message: `this failed for a reason that the operator finds in the log; ${triesAgain}`,
}

/** Writes content and state in one transaction: killed at any moment, it is both or none. */
async function takeInAndEnd(
  ctx: Deps,
  { source, jobId, content }: Sync & { content: ReadContent },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const result = await takeIn(ctx, source, content)
    await end(ctx, {
      courseId: source.courseId,
      jobId,
      status: result.outcome === 'unchanged' ? 'unchanged' : 'done',
      problems: content.warnings,
      commit: content.commit,
      result,
    })
  })
}

async function end(ctx: Deps, outcome: Omit<Parameters<typeof endSync>[1], 'now'>): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { courseId } = outcome
    const now = ctx.now()
    const ended = await endSync(ctx.db, { ...outcome, now })
    if (ended === undefined) throw new SyncVoid()
    if (ended.isAskedAgain) await enqueueSync(ctx, { courseId, syncedAt: now })
  })
}

/** Rolls back what was read if the source was set anew or removed meanwhile. */
class SyncVoid extends Error {
  override readonly name = 'SyncVoid'
}
