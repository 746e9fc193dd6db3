import { findMostTakenVersion, findVersionTerms } from '../../../../db/queries/authoring/impact.ts'
import type { ImpactQuestion } from '../../../../db/schema/authoring/impact.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { contentOfVersion } from './compared-content.ts'
import { describeImpact } from './describe-impact.ts'
import type { Impact } from './schema.ts'

export interface PlannedMove {
  courseId: string
  /** Number of the version. */
  to: number
  policy: ImpactQuestion['policy']
  /** Required by the policy `chosen`. */
  userIds?: readonly string[] | undefined
}

/**
 * Returns the dry run of a move: what happens to the learners, and what differs from the version
 * that most learners outside this one are on.
 *
 * @throws VersionNotFound, ImpactNotCounted
 */
export async function moveImpact(
  ctx: Deps,
  { courseId, to, policy, userIds }: PlannedMove,
): Promise<Impact> {
  const target = await findVersionTerms(ctx.db, { courseId, number: to })
  const after = await contentOfVersion(ctx.db, { courseId, number: to })
  if (target === undefined || after === undefined) throw new AppError('VersionNotFound')

  const number = await findMostTakenVersion(ctx.db, { courseId, exceptId: target.id })
  const before = number === undefined ? after : await contentOfVersion(ctx.db, { courseId, number })
  return describeImpact(ctx, { courseId, before, after, policy, userIds, targetVersion: to })
}
