import { listActiveAmong } from '../../../../db/queries/authoring/moves.ts'
import { findNumberedVersion } from '../../../../db/queries/courses/courses/versions.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { missingField } from '../../../errors/problem.ts'
import { requireAbility } from '../../../security/course-roles.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { moveImpact } from '../impact/move-impact.ts'
import { toMove } from './read-moves.ts'
import type { CreatedMove, CreateMoveInput } from './schema.ts'
import { requireEnrolled, startMove } from './start-move.ts'

/** Moves learners, or with `dryRun` returns whom that would affect, and changes nothing. */
export async function createMove(
  ctx: UserContext,
  { dryRun, ...move }: CreateMoveInput,
): Promise<CreatedMove> {
  // Lets teachers move those whom they name, and only owners the course as a whole.
  if (move.policy !== 'chosen') await requireAbility(ctx, move.courseId, 'own')
  requireChosen(move)
  for (const userId of move.userIds ?? []) refuseOwn(ctx, userId)
  if (!dryRun) {
    await ctx.limits.take('movesPerAccount', ctx.user.id)
    return { move: toMove(await startMove(ctx, move)), impact: null }
  }

  ctx.outcome.created = false
  const { courseId, to: number } = move
  if ((await findNumberedVersion(ctx.db, { courseId, number })) === undefined)
    throw new AppError('VersionNotFound')
  const { userIds = [] } = move
  requireEnrolled(userIds, await listActiveAmong(ctx.db, { courseId, userIds }))
  return { move: null, impact: await moveImpact(ctx, move) }
}

function requireChosen({ policy, userIds }: Omit<CreateMoveInput, 'dryRun'>): void {
  if ((policy === 'chosen') === (userIds !== undefined)) return
  const path = 'userIds'
  if (userIds === undefined) throw new AppError('MissingFields', { issues: [missingField(path)] })
  throw new AppError('InvalidFields', {
    issues: [{ path, message: 'goes with the policy `chosen` only' }],
  })
}
