import {
  type CommentRow,
  insertComment,
  listComments as listRows,
  resolveComment,
} from '../../../../db/queries/authoring/comments.ts'
import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findDraftLesson } from '../../../../db/queries/authoring/drafts/lessons.ts'
import { findVersionLesson } from '../../../../db/queries/courses/lessons.ts'
import { newId } from '../../../../lib/ids.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type * as schema from './schema.ts'

/** Lists what is asked about a draft, with the answers. */
export async function listComments(
  { db }: Pick<Deps, 'db'>,
  { cursor, limit, ...chosen }: schema.ListCommentsInput,
): Promise<schema.DraftCommentList> {
  const range = { before: startOf({ cursor, limit }), limit: limit + 1 }
  return toPage(await listRows(db, { ...chosen, ...range }), limit, toComment)
}

/**
 * Asks something about a lesson, one of its fields, some of its words, or the whole course; or
 * answers what was asked.
 * @throws LessonNotFound, CommentNotFound
 */
export async function commentDraft(
  ctx: UserContext,
  { courseId, answerTo, key, text, ...place }: schema.CommentInput,
): Promise<schema.WrittenComment> {
  const isAnswer = answerTo !== undefined
  if (!isAnswer && key !== undefined) await requireLesson(ctx, { courseId, key })
  const at = isAnswer ? { answerTo } : { lessonKey: key, ...place }
  const by = { createdAt: ctx.now(), createdBy: ctx.user.id }
  const written = await insertComment(ctx.db, { id: newId(), courseId, text, ...at, ...by })
  if (written === undefined) throw new AppError('CommentNotFound')
  return withIsoDates(written)
}

/**
 * Settles a comment, or opens it again.
 * @throws CommentNotFound
 */
export async function updateComment(
  ctx: UserContext,
  { courseId, commentId: id, resolved }: schema.UpdateCommentInput,
): Promise<schema.WrittenComment> {
  const by = resolved ? { by: ctx.user.id, at: ctx.now() } : { by: null, at: null }
  const written = await resolveComment(ctx.db, { courseId, id, ...by })
  if (written === undefined) throw new AppError('CommentNotFound')
  return withIsoDates(written)
}

/** Finds the lesson in the draft, or in the version that the draft changes. */
async function requireLesson(
  { db }: UserContext,
  { courseId, key }: { courseId: string; key: string },
): Promise<void> {
  if ((await findDraftLesson(db, { courseId, key })) !== undefined) return
  const number = (await findDraft(db, courseId))?.baseVersion ?? 0
  const published = await findVersionLesson(db, { courseId, number, keys: [key] })
  if (published === undefined) throw new AppError('LessonNotFound')
}

function toComment({ lessonKey: key, resolver, answers, ...row }: CommentRow): schema.DraftComment {
  return {
    ...withIsoDates(row),
    ...{ key, resolvedBy: resolver },
    answers: answers.map(({ createdAt, ...answer }) => ({
      ...answer,
      createdAt: new Date(createdAt).toISOString(),
    })),
  }
}
