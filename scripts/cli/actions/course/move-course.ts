import { setTimeout as pause } from 'node:timers/promises'
import { findMove, type MoveRow } from '../../../../db/queries/authoring/moves.ts'
import { findUserByEmail } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../../server/context.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { moveImpact } from '../../../../server/features/authoring/impact/move-impact.ts'
import { moveLearners } from '../../../../server/features/authoring/moves/move-learners.ts'
import { startMove } from '../../../../server/features/authoring/moves/start-move.ts'
import { readEmail, readWholeNumber } from '../../arguments.ts'
import type { CautionOptions } from '../../caution.ts'
import { UsageError } from '../../command-errors.ts'
import { asRehearsed, confirm } from '../../confirm.ts'
import { type CommandResult, progress } from '../../output.ts'
import { surroundings } from '../../surroundings.ts'
import { withDeps } from '../../with-deps.ts'
import { findNamedCourse } from './course.ts'
import { impactText, whenCounted } from './impact-table.ts'

interface MoveOptions extends CautionOptions {
  to: string
  policy: string
  learner?: string[]
}

const policies = ['all', 'not-started', 'nothing-lost', 'chosen'] as const
type Policy = (typeof policies)[number]

/** Shows who is hit, asks, and moves them, with progress. */
export async function moveCourse(idOrSlug: string, options: MoveOptions): Promise<CommandResult> {
  const to = readWholeNumber(options.to, '--to')
  const policy = readPolicy(options)
  return withDeps(async (deps) => {
    const { id: courseId, slug } = await findNamedCourse(deps.db, idOrSlug)
    const userIds = policy === 'chosen' ? await findLearners(deps, options.learner) : undefined
    const move = { courseId, to, policy, userIds }
    const impact = await whenCounted(deps, courseId, () => moveImpact(deps, move))
    if (options.dryRun)
      return asRehearsed({ json: { move: null, impact }, text: impactText(impact) })

    surroundings().stderr.write(impactText(impact))
    if (options.yes !== true)
      await confirm(`This moves learners of ${slug} to version ${to}.`, 'move')
    const done = await watchMove(deps, (await startMove(deps, move)).id)
    const { id, status, total, moved, skipped, completed } = done
    return {
      json: { move: { id, to, policy, status, total, moved, skipped, completed }, impact },
      text:
        `${slug}: ${moved} moved to version ${to}, ${skipped} left where they are; ` +
        `${completed} completed the course by it.\n`,
    }
  })
}

function readPolicy({ policy, learner = [] }: MoveOptions): Policy {
  const known = policies.find((one) => one === policy)
  if (known === undefined)
    throw new UsageError(`error: --policy must be one of ${policies.join(', ')}`)
  if ((known === 'chosen') === learner.length > 0) return known
  throw new UsageError(
    'error: --learner goes with --policy chosen, which needs one --learner <email> or more',
  )
}

async function findLearners({ db }: Deps, emails: readonly string[] = []): Promise<string[]> {
  const ids: string[] = []
  for (const email of emails) {
    const user = await findUserByEmail(db, readEmail(email, '--learner'))
    if (user === undefined) throw new AppError('UserNotFound')
    ids.push(user.id)
  }
  return ids
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
