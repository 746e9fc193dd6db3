import { memberProcedure } from '../../../trpc.ts'
import { DraftWritten } from '../drafts/schema.ts'
import { commentDraft, listComments, updateComment } from './comments.ts'
import { requestChanges } from './request-changes.ts'
import * as schema from './schema.ts'

const draft = '/api/v1/authoring/courses/{courseId}/draft'

/** Part of the router `drafts`. */
export const commentProcedures = {
  comments: memberProcedure('read')
    .meta({
      route: `GET ${draft}/comments`,
      summary: 'List what is asked about a draft, newest first',
      description: 'With the answers. What was settled stays on record.',
      noStore: true,
    })
    .input(schema.ListCommentsInput)
    .output(schema.DraftCommentList)
    .query(({ ctx, input }) => listComments(ctx, input)),

  comment: memberProcedure('comment')
    .meta({
      route: `POST ${draft}/comments`,
      summary: 'Ask something about a draft, or answer',
      description: 'About a lesson, one of its fields, some of its words, or the whole course.',
      status: 201,
      errors: ['LessonNotFound', 'CommentNotFound'],
      limits: ['commentsPerAccount'],
    })
    .input(schema.CommentInput)
    .output(schema.WrittenComment)
    .mutation(({ ctx, input }) => commentDraft(ctx, input)),

  updateComment: memberProcedure('comment')
    .meta({
      route: `PATCH ${draft}/comments/{commentId}`,
      summary: 'Settle a comment on a draft, or open it again',
      errors: ['CommentNotFound'],
      repeatable: true,
    })
    .input(schema.UpdateCommentInput)
    .output(schema.WrittenComment)
    .mutation(({ ctx, input }) => updateComment(ctx, input)),

  requestChanges: memberProcedure('review')
    .meta({
      route: `POST ${draft}/request-changes`,
      summary: 'Send a draft back',
      description:
        'Ends the review of exactly this revision without approving it, and mails whoever asked ' +
        'for it. The answer has the revision of the draft.',
      errors: ['DraftNotFound', 'NothingToReview'],
      revisioned: true,
    })
    .input(schema.RequestChangesInput)
    .output(DraftWritten)
    .mutation(({ ctx, input }) => requestChanges(ctx, input)),
}
