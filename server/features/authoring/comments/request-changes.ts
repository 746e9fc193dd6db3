import { requestChangesOfDraft } from '../../../../db/queries/authoring/drafts/reviews.ts'
import type { UserContext } from '../../../context.ts'
import { answerReview } from '../drafts/review-draft.ts'
import type { DraftWritten } from '../drafts/schema.ts'
import { commentDraft } from './comments.ts'
import type { RequestChangesInput } from './schema.ts'

/**
 * Sends a draft under review back to whoever asked for the review.
 * @throws DraftNotFound, DraftChanged, NothingToReview
 */
export function requestChanges(
  ctx: UserContext,
  { text, ...change }: RequestChangesInput,
): Promise<DraftWritten> {
  return answerReview(ctx, change, 'changes-requested', async (ctx) => {
    if (text !== undefined) await commentDraft(ctx, { courseId: change.courseId, text })
    return requestChangesOfDraft(ctx.db, change)
  })
}
