import {
  deleteGradingComment,
  insertGradingComment,
  listGradingComments,
} from '../../../../db/queries/assessment/submissions.ts'
import { lockUser } from '../../../../db/queries/people/users/users.ts'
import { newId } from '../../../../lib/ids.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import {
  type AddCommentInput,
  type GradingComment,
  type GradingCommentList,
  type ListCommentsInput,
  mostComments,
  type RemoveCommentInput,
} from './schema.ts'

/** Lists the caller's own comments, oldest first. */
export async function listOwnComments(
  { db, user }: UserContext,
  page: ListCommentsInput,
): Promise<GradingCommentList> {
  const after = startOf(page)
  const rows = await listGradingComments(db, { userId: user.id, after, limit: page.limit + 1 })
  return toPage(rows, page.limit, ({ id, text }) => ({ id, text }))
}

/** @throws TooManyComments */
export function addOwnComment(
  ctx: UserContext,
  { text }: AddCommentInput,
): Promise<GradingComment> {
  return inTransaction(ctx, async ({ db, user, now }) => {
    // Of two at once the second counts the first.
    await lockUser(db, user.id)
    const row = { id: newId(), userId: user.id, text, createdAt: now() }
    if (!(await insertGradingComment(db, row, mostComments))) throw new AppError('TooManyComments')
    return { id: row.id, text }
  })
}

/** Repeating it changes nothing. */
export async function removeOwnComment(
  { db, user }: UserContext,
  { commentId: id }: RemoveCommentInput,
): Promise<{ id: string }> {
  if (!(await deleteGradingComment(db, { id, userId: user.id })))
    throw new AppError('CommentNotFound')
  return { id }
}
