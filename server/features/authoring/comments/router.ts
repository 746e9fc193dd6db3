import { memberProcedure } from '../../../trpc.ts'
import { DraftWritten } from '../drafts/schema.ts'
import {
  answerComment,
  commentDraft,
  listComments,
  requestChanges,
  resolveComment,
} from './comments.ts'
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
      summary: 'Ask something about a draft',
      description: 'About a lesson, one of its fields, some of its words, or the whole course.',
      status: 201,
      errors: ['LessonNotFound'],
      limits: ['commentsPerAccount'],
    })
    .input(schema.CommentInput)
    .output(schema.DraftComment)
    .mutation(({ ctx, input }) => commentDraft(ctx, input)),

  answerComment: memberProcedure('comment')
    .meta({
      route: `POST ${draft}/comments/{commentId}/answers`,
      summary: 'Answer a comment on a draft',
      status: 201,
      errors: ['CommentNotFound'],
      limits: ['commentsPerAccount'],
    })
    .input(schema.AnswerCommentInput)
    .output(schema.DraftComment)
    .mutation(({ ctx, input }) => answerComment(ctx, input)),

  resolveComment: memberProcedure('comment')
    .meta({
      route: `POST ${draft}/comments/{commentId}/resolve`,
      summary: 'Settle a comment on a draft, or open it again',
      errors: ['CommentNotFound'],
      repeatable: true,
    })
    .input(schema.ResolveCommentInput)
    .output(schema.DraftComment)
    .mutation(({ ctx, input }) => resolveComment(ctx, input)),

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
