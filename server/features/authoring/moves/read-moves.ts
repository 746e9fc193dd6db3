import { findMove, listMoves, type MoveRow } from '../../../../db/queries/authoring/moves.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { GetMoveInput, ListMovesInput, Move, MoveList } from './schema.ts'

export async function getMove(
  { db }: Pick<Deps, 'db'>,
  { courseId, moveId: id }: GetMoveInput,
): Promise<Move> {
  const move = await findMove(db, id)
  if (move?.courseId !== courseId) throw new AppError('MoveNotFound')
  return toMove(move)
}

export async function listMovesOfCourse(
  { db }: Pick<Deps, 'db'>,
  { courseId, ...page }: ListMovesInput,
): Promise<MoveList> {
  const rows = await listMoves(db, { courseId, before: startOf(page), limit: page.limit + 1 })
  return toPage(rows, page.limit, toMove)
}

export function toMove(move: MoveRow): Move {
  const { id, courseId, toVersion, policy, status, total, moved, skipped, completed } = move
  const { createdAt, finishedAt } = move
  const done = { total, moved, skipped, completed, percent: percentDone(move) }
  return withIsoDates({
    id,
    courseId,
    to: toVersion,
    policy,
    status,
    ...done,
    createdAt,
    finishedAt,
  })
}

/** Stays below 100 until done: a correction may also look at learners who enrolled meanwhile. */
function percentDone({ status, total, moved, skipped }: MoveRow): number {
  if (status === 'done') return 100
  if (total === null || total === 0) return 0
  return Math.min(99, Math.floor((100 * (moved + skipped)) / total))
}
