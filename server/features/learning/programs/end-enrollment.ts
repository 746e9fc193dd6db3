import {
  type Ending,
  endEnrollment as end,
  handToProgram,
  listOpenedBy,
} from '../../../../db/queries/learning/enrollments/ways.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'

/**
 * Ends one way into a course, in the transaction that has locked the purchases of the user. Access
 * that a program of the learner gives as well goes over to that. With a program ends what came by
 * it, and by no other. True when there was such a way.
 */
export async function endEnrollment(
  ctx: Deps,
  { userId, courseId, ending }: EnrollmentKey & { ending: Ending },
): Promise<'ended' | 'given by a program' | undefined> {
  const way = { userId, courseId, ending, now: ctx.now() }
  if (await handToProgram(ctx.db, way)) return 'given by a program'
  const ended = await end(ctx.db, way)
  if (ended?.kind === 'program') await endOpened(ctx, { userId, programId: courseId })
  return ended && 'ended'
}

/** Ends what a program gave that has ended, or that its learner has left. */
export async function endOpened(
  ctx: Deps,
  { userId, programId }: { userId: string; programId: string },
): Promise<void> {
  for (const courseId of await listOpenedBy(ctx.db, { userId, programId })) {
    const way = { userId, courseId, ending: 'program', programId, now: ctx.now() } as const
    if (await handToProgram(ctx.db, way)) continue
    await end(ctx.db, way)
    await recordEvent(ctx, 'enrollment-ended', {
      userId,
      details: { courseId, because: 'its program has ended' },
    })
  }
}
