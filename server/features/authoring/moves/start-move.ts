import {
  insertMove,
  insertMoveLearners,
  type MoveRow,
} from '../../../../db/queries/authoring/moves.ts'
import { findNumberedVersion } from '../../../../db/queries/courses/courses/versions.ts'
import { newId } from '../../../../lib/ids.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { recordHistory } from '../../platform/history/record-history.ts'

export interface NewMove {
  courseId: string
  /** Number of the version. */
  to: number
  policy: MoveRow['policy']
  /** Allowed only with the policy `chosen`. */
  userIds?: readonly string[] | undefined
}

const maxIssues = 20

/**
 * Begins to move learners, in the caller's transaction if there is one; a job goes on.
 *
 * @throws VersionNotFound, MoveInProgress, InvalidFields
 */
export async function startMove(ctx: ActorDeps, move: NewMove): Promise<MoveRow> {
  const { courseId, to, policy, userIds = [] } = move
  return inTransaction(ctx, async (ctx) => {
    const version = await findNumberedVersion(ctx.db, { courseId, number: to })
    if (version === undefined) throw new AppError('VersionNotFound')

    const begun = await insertMove(ctx.db, {
      id: newId(),
      courseId,
      toVersion: to,
      policy,
      requestedBy: ctx.user?.id ?? null,
      createdAt: ctx.now(),
    })
    if (begun === undefined) throw new AppError('MoveInProgress')
    if (policy === 'chosen')
      requireEnrolled(userIds, await insertMoveLearners(ctx.db, { move: begun, userIds }))
    await recordHistory(ctx, 'learners-moved', {
      courseId,
      details: { moveId: begun.id, to, policy },
    })

    await ctx.jobs.enqueue(ctx.db, 'move-learners', { moveId: begun.id })
    ctx.afterCommit(() => ctx.jobs.wake('move-learners'))
    return begun
  })
}

/** @throws InvalidFields for users who are not enrolled */
export function requireEnrolled(userIds: readonly string[], enrolled: readonly string[]): void {
  const known = new Set(enrolled)
  const issues = userIds.flatMap((userId, index): Issue[] =>
    known.has(userId)
      ? []
      : [{ path: `userIds.${index}`, message: 'is not enrolled in this course' }],
  )
  if (issues.length > 0) throw new AppError('InvalidFields', { issues: issues.slice(0, maxIssues) })
}
