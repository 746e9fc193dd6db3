import {
  type CommentRow,
  findComment,
  insertComment,
  listComments as listRows,
  resolveComment as resolveRow,
} from '../../../../db/queries/authoring/comments.ts'
import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findDraftLesson } from '../../../../db/queries/authoring/drafts/lessons.ts'
import { requestChangesOfDraft } from '../../../../db/queries/authoring/drafts/reviews.ts'
import { findVersionLesson } from '../../../../db/queries/courses/lessons.ts'
import { newId } from '../../../../lib/ids.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { lockOpenDraft } from '../drafts/review-draft.ts'
import type { DraftWritten } from '../drafts/schema.ts'
import { mailedTitleOf } from '../members/add-member.ts'
import type * as schema from './schema.ts'

/** Lists what is asked about a draft, with the answers. */
export async function listComments(
  { db }: Pick<Deps, 'db'>,
  { courseId, key, open, ...page }: schema.ListCommentsInput,
): Promise<schema.DraftCommentList> {
  const range = { before: startOf(page), limit: page.limit + 1 }
  return toPage(
    await listRows(db, { courseId, key, isOpen: open, ...range }),
    page.limit,
    toComment,
  )
}

/**
 * Asks something about a lesson, one of its fields, some of its words, or the whole course.
 * @throws LessonNotFound
 */
export async function commentDraft(
  ctx: UserContext,
  { courseId, key, path, quote, text }: schema.CommentInput,
): Promise<schema.DraftComment> {
  if (key !== undefined) await requireLesson(ctx, { courseId, key })
  const id = newId()
  const place = { lessonKey: key ?? null, path: path ?? null, quote: quote ?? null }
  await insertComment(ctx.db, { id, courseId, ...place, text, ...writtenBy(ctx) })
  return readComment(ctx, { courseId, id })
}

/** @throws CommentNotFound */
export async function answerComment(
  ctx: UserContext,
  { courseId, commentId, text }: schema.AnswerCommentInput,
): Promise<schema.DraftComment> {
  const answer = { id: newId(), courseId, answerTo: commentId, text, ...writtenBy(ctx) }
  if (!(await insertComment(ctx.db, answer))) throw new AppError('CommentNotFound')
  return readComment(ctx, { courseId, id: commentId })
}

/** @throws CommentNotFound */
export async function resolveComment(
  ctx: UserContext,
  { courseId, commentId, resolved = true }: schema.ResolveCommentInput,
): Promise<schema.DraftComment> {
  const by = resolved ? { by: ctx.user.id, at: ctx.now() } : { by: null, at: null }
  if (!(await resolveRow(ctx.db, { courseId, id: commentId, ...by })))
    throw new AppError('CommentNotFound')
  return readComment(ctx, { courseId, id: commentId })
}

/**
 * Sends a draft under review back to whoever asked for the review.
 * @throws DraftNotFound, DraftChanged, NothingToReview
 */
export function requestChanges(
  ctx: UserContext,
  { courseId, revision, text }: schema.RequestChangesInput,
): Promise<DraftWritten> {
  return inTransaction(ctx, async (ctx) => {
    const { reviewRequestedBy } = await lockOpenDraft(ctx, { courseId, revision })
    if (!(await requestChangesOfDraft(ctx.db, { courseId, revision })))
      throw new AppError('NothingToReview')
    if (text !== undefined)
      await insertComment(ctx.db, { id: newId(), courseId, text, ...writtenBy(ctx) })
    const details = { revision: revision + 1 }
    await recordHistory(ctx, 'changes-requested', { courseId, details })
    if (reviewRequestedBy !== null && reviewRequestedBy !== ctx.user.id)
      await notify(ctx, {
        userId: reviewRequestedBy,
        notification: {
          kind: 'changes-requested',
          title: await mailedTitleOf(ctx, courseId),
          by: ctx.user.name,
        },
      })
    return details
  })
}

function writtenBy(ctx: UserContext) {
  return { createdAt: ctx.now(), createdBy: ctx.user.id }
}

/** Finds the lesson in the draft, or in the version that the draft changes. */
async function requireLesson(
  { db }: UserContext,
  { courseId, key }: { courseId: string; key: string },
): Promise<void> {
  if ((await findDraftLesson(db, { courseId, key })) !== undefined) return
  const { baseVersion = null } = (await findDraft(db, courseId)) ?? {}
  const published = { courseId, number: baseVersion ?? 0, keys: [key] }
  if ((await findVersionLesson(db, published)) === undefined) throw new AppError('LessonNotFound')
}

async function readComment(
  { db }: Pick<Deps, 'db'>,
  chosen: { courseId: string; id: string },
): Promise<schema.DraftComment> {
  const row = await findComment(db, chosen)
  if (row === undefined) throw new AppError('CommentNotFound')
  return toComment(row)
}

function toComment(row: CommentRow): schema.DraftComment {
  const { id, text, author, lessonKey: key, path, quote, baseVersion } = row
  return {
    ...{ id, text, author, key, path, quote, baseVersion },
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    resolvedBy: row.resolver,
    answers: row.answers.map(({ createdAt, ...answer }) => ({
      ...answer,
      createdAt: new Date(createdAt).toISOString(),
    })),
  }
}
