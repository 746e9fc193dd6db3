import {
  advanceMove,
  type MoveStep,
  type MoveUnderWay,
} from '../../../../db/queries/authoring/moves.ts'
import type { Deps } from '../../../context.ts'

/** Signals that a different process has made this step already. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

export const nobody = { moved: 0, skipped: 0, completed: 0 }

/**
 * Counts a step in its transaction, only once however many processes make it.
 *
 * @throws Overtaken: the step must be undone
 */
export async function countStep(ctx: Deps, move: MoveUnderWay, step: MoveStep): Promise<void> {
  if (!(await advanceMove(ctx.db, move, step))) throw new Overtaken()
}
