import {
  type DraftRow,
  findDraft,
  lockDraft,
} from '../../../../db/queries/authoring/drafts/drafts.ts'
import {
  approveDraft as approveRow,
  requestReviewOfDraft,
} from '../../../../db/queries/authoring/drafts/reviews.ts'
import { listReviewers } from '../../../../db/queries/authoring/members.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { mailedTitleOf } from '../members/add-member.ts'
import { draftChanged } from './change-draft.ts'
import type { DraftChange, DraftWritten } from './schema.ts'

const maxMails = 50

/**
 * Asks reviewers of the course who did not write it to approve this revision of the draft.
 * @throws DraftNotFound, DraftChanged
 */
export function requestReview(
  ctx: UserContext,
  { courseId, revision }: DraftChange,
): Promise<DraftWritten> {
  return inTransaction(ctx, async (ctx) => {
    await lockOpenDraft(ctx, { courseId, revision })
    const userId = ctx.user.id
    await requestReviewOfDraft(ctx.db, { courseId, revision, userId, now: ctx.now() })
    await recordHistory(ctx, 'review-requested', {
      courseId,
      details: { revision: revision + 1 },
    })

    const title = await mailedTitleOf(ctx, courseId)
    const reviewers = await listReviewers(ctx.db, { courseId, except: userId, limit: maxMails })
    for (const reviewer of reviewers)
      await notify(ctx, {
        userId: reviewer,
        notification: { kind: 'review-requested', title, by: ctx.user.name, about: { courseId } },
      })
    return { revision: revision + 1 }
  })
}

/**
 * Approves exactly this revision of the draft, for which a review was requested.
 * @throws DraftNotFound, DraftChanged, OwnDraft, NothingToReview
 */
export function approveDraft(
  ctx: UserContext,
  { courseId, revision }: DraftChange,
): Promise<DraftWritten> {
  return answerReview(ctx, { courseId, revision }, 'draft-approved', (ctx, { writers }) => {
    const userId = ctx.user.id
    if (writers.includes(userId)) throw new AppError('OwnDraft')
    return approveRow(ctx.db, { courseId, revision, userId, now: ctx.now() })
  })
}

/** Answers the review of this revision, by what `answer` writes; whoever asked for it gets a mail. */
export function answerReview(
  ctx: UserContext,
  { courseId, revision }: DraftChange,
  kind: 'draft-approved' | 'changes-requested',
  answer: (ctx: UserContext, draft: DraftRow) => Promise<boolean>,
): Promise<DraftWritten> {
  return inTransaction(ctx, async (ctx) => {
    const draft = await lockOpenDraft(ctx, { courseId, revision })
    if (!(await answer(ctx, draft))) throw new AppError('NothingToReview')
    const details = { revision: revision + 1 }
    await recordHistory(ctx, kind, { courseId, details })

    const { reviewRequestedBy: userId } = draft
    const title = await mailedTitleOf(ctx, courseId)
    if (userId !== null && userId !== ctx.user.id)
      await notify(ctx, {
        userId,
        notification: { kind, title, by: ctx.user.name, about: { courseId } },
      })
    return details
  })
}

/** Locks the draft against changes until the end of the transaction. */
async function lockOpenDraft(
  { db }: UserContext,
  { courseId, revision }: DraftChange,
): Promise<DraftRow> {
  await lockDraft(db, courseId)
  const draft = await findDraft(db, courseId)
  if (draft === undefined) throw new AppError('DraftNotFound')
  if (draft.revision !== revision) throw draftChanged(draft)
  if (!draft.isOpen) throw new AppError('DraftNotFound')
  return draft
}
