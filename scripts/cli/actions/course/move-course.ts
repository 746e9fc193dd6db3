import { setTimeout as pause } from 'node:timers/promises'
import { findMove, type MoveRow } from '../../../../db/queries/authoring/moves.ts'
import type { MovePolicy } from '../../../../db/schema/authoring/moves.ts'
import type { Deps } from '../../../../server/context.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { moveImpact } from '../../../../server/features/authoring/impact/move-impact.ts'
import { moveLearners } from '../../../../server/features/authoring/moves/move-learners.ts'
import { startMove } from '../../../../server/features/authoring/moves/start-move.ts'
import { requireAnyCourse } from '../../../../server/features/platform/admin/chosen-course.ts'
import { requirePerson } from '../../../../server/features/platform/admin/chosen-user.ts'
import { UsageError } from '../../command-errors.ts'
import { asRehearsed, type CautionOptions, confirm } from '../../confirm.ts'
import { type CommandResult, progress, said } from '../../output.ts'
import { surroundings } from '../../surroundings.ts'
import { withDeps } from '../../with-deps.ts'
import { impactText, whenCounted } from './impact-table.ts'

interface MoveOptions extends CautionOptions {
  to: number
  policy: MovePolicy
  learner?: string[]
}

/** Shows who is hit, asks, and moves them, with progress. */
export async function moveCourse(idOrSlug: string, options: MoveOptions): Promise<CommandResult> {
  if ((options.policy === 'chosen') !== (options.learner !== undefined))
    throw new UsageError(
      'error: --learner goes with --policy chosen, which needs one --learner <email> or more',
    )
  return withDeps((deps) => move(deps, idOrSlug, options))
}

async function move(
  deps: Deps,
  idOrSlug: string,
  { to, policy, learner = [], yes, dryRun }: MoveOptions,
): Promise<CommandResult> {
  const { id: courseId, slug } = await requireAnyCourse(deps, idOrSlug)
  const userIds: string[] = []
  for (const email of learner) userIds.push((await requirePerson(deps, { email })).id)
  const move = { courseId, to, policy, ...(policy === 'chosen' && { userIds }) }
  const impact = await whenCounted(deps, courseId, () => moveImpact(deps, move))
  if (dryRun) return asRehearsed({ json: { move: null, impact }, text: impactText(impact) })

  surroundings().stderr.write(impactText(impact))
  if (!yes) await confirm(`This moves learners of ${slug} to version ${to}.`, 'move')
  const done = await watchMove(deps, (await startMove(deps, move)).id)
  const { id, status, total, moved, skipped, completed } = done
  return said(
    { move: { id, to, policy, status, total, moved, skipped, completed }, impact },
    `${slug}: ${moved} moved to version ${to}, ${skipped} left where they are; ` +
      `${completed} completed the course by it.`,
  )
}

const millisecondsBetweenLooks = 500

/** Moves learners here, beside a server that may do so as well, until all are looked at. */
export async function watchMove(deps: Deps, moveId: string): Promise<MoveRow> {
  for (;;) {
    await moveLearners(deps, { moveId })
    const move = await findMove(deps.db, moveId)
    if (move === undefined) throw new AppError('MoveNotFound')
    const { status, moved, skipped, total } = move
    if (status === 'done') return move
    progress(`Moved ${moved} of ${total ?? '?'} learners, left ${skipped}`)
    await pause(millisecondsBetweenLooks)
  }
}
