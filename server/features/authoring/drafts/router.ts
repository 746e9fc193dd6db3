import { memberProcedure } from '../../../trpc.ts'
import { discardDraft } from './discard-draft.ts'
import { duplicateLesson } from './duplicate-lesson.ts'
import { listProblems } from './list-problems.ts'
import { previewAttempt } from './preview-attempt.ts'
import { getDraft } from './read-draft.ts'
import { getDraftLesson, previewLesson } from './read-lesson.ts'
import { readQuestionFile } from './read-questions.ts'
import { replaceOutline } from './replace-outline.ts'
import { approveDraft, requestReview } from './review-draft.ts'
import * as schema from './schema.ts'
import { createLesson, deleteLesson, updateLesson } from './write-lesson.ts'

export const draftProcedures = {
  get: memberProcedure('read')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/draft',
      summary: 'Read a draft',
      description:
        'Sections and lessons in order, without texts. Until somebody writes, it is the current ' +
        'version.',
      errors: ['DraftNotFound'],
      revisioned: true,
      noStore: true,
    })
    .input(schema.DraftInput)
    .output(schema.Draft)
    .query(({ ctx, input }) => getDraft(ctx, input.courseId)),
  replaceOutline: memberProcedure('write')
    .meta({
      route: 'PUT /api/v1/authoring/courses/{courseId}/draft',
      summary: 'Reorder a draft',
      description:
        'Replaces sections and order of the draft as a whole. The sections together hold each ' +
        'lesson of the draft once. The first change after a publication opens a draft.',
      errors: ['ManagedElsewhere'],
      revisioned: true,
      longBody: true,
    })
    .input(schema.ReplaceOutlineInput)
    .output(schema.DraftWritten)
    .mutation(({ ctx, input }) => replaceOutline(ctx, input)),
  createLesson: memberProcedure('write')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/draft/lessons',
      summary: 'Add a lesson to a draft',
      description: 'Send the revision of the draft. The lesson comes last in its section.',
      status: 201,
      errors: ['ManagedElsewhere', 'LessonKeyTaken'],
      revisioned: true,
      longBody: true,
    })
    .input(schema.CreateLessonInput)
    .output(schema.SavedDraftLesson)
    .mutation(({ ctx, input }) => createLesson(ctx, input)),
  getLesson: memberProcedure('read')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/draft/lessons/{key}',
      summary: 'Read a lesson of a draft',
      description: 'With its text as authors write it.',
      errors: ['LessonNotFound'],
      revisioned: true,
      noStore: true,
    })
    .input(schema.DraftLessonInput)
    .output(schema.DraftLesson)
    .query(({ ctx, input }) => getDraftLesson(ctx, input)),
  problems: memberProcedure('read')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/draft/problems',
      summary: 'List the problems of a draft',
      description:
        'Errors prevent publishing: a draft may be incomplete, a version may not. `drafts.impact` ' +
        'also knows what depends on the published version.',
      errors: ['DraftNotFound'],
      limits: ['draftProblemsPerAccount'],
      noStore: true,
    })
    .input(schema.ListProblemsInput)
    .output(schema.DraftProblems)
    .query(({ ctx, input }) => listProblems(ctx, input)),
  updateLesson: memberProcedure('write')
    .meta({
      route: 'PATCH /api/v1/authoring/courses/{courseId}/draft/lessons/{key}',
      summary: 'Change a lesson of a draft',
      description:
        'Send the revision of the lesson: changes of other lessons do not matter. Fields that ' +
        'are absent stay as they are.',
      errors: ['LessonNotFound', 'ManagedElsewhere', 'LessonKeyTaken'],
      revisioned: true,
      longBody: true,
    })
    .input(schema.UpdateLessonInput)
    .output(schema.SavedDraftLesson)
    .mutation(({ ctx, input }) => updateLesson(ctx, input)),
  duplicateLesson: memberProcedure('write')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/draft/lessons/{key}/duplicate',
      summary: 'Duplicate a lesson of a draft',
      description:
        'Send the revision of the draft. The copy comes right behind the lesson; its questions get ' +
        'keys of their own.',
      status: 201,
      errors: ['LessonNotFound', 'ManagedElsewhere', 'LessonKeyTaken'],
      revisioned: true,
    })
    .input(schema.DuplicateLessonInput)
    .output(schema.SavedDraftLesson)
    .mutation(({ ctx, input }) => duplicateLesson(ctx, input)),
  readQuestions: memberProcedure('write')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/draft/read-questions',
      summary: 'Read a file of questions',
      description: 'In GIFT or Aiken. Stores nothing: put them into a quiz.',
      limits: ['draftProblemsPerAccount'],
      repeatable: true,
      longBody: true,
    })
    .input(schema.ReadQuestionsInput)
    .output(schema.QuestionsRead)
    .mutation(({ input }) => readQuestionFile(input)),
  deleteLesson: memberProcedure('write')
    .meta({
      route: 'DELETE /api/v1/authoring/courses/{courseId}/draft/lessons/{key}',
      summary: 'Delete a lesson of a draft',
      description:
        'Send the revision of the lesson. Published versions keep it. The answer has the ' +
        'revision of the draft.',
      errors: ['LessonNotFound', 'ManagedElsewhere'],
      revisioned: true,
    })
    .input(schema.DeleteLessonInput)
    .output(schema.DraftWritten)
    .mutation(({ ctx, input }) => deleteLesson(ctx, input)),
  discard: memberProcedure('write')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/draft/discard',
      summary: 'Discard a draft',
      description:
        'Everything written since the last publication is lost. A course that was never ' +
        'published keeps an empty draft.',
      errors: ['DraftNotFound'],
      revisioned: true,
    })
    .input(schema.DraftChange)
    .output(schema.DraftWritten)
    .mutation(({ ctx, input }) => discardDraft(ctx, input)),
  requestReview: memberProcedure('write')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/draft/request-review',
      summary: 'Request a review of a draft',
      description:
        'Mails the owners and reviewers who did not write in the draft. A change of the draft ' +
        'voids the request.',
      errors: ['DraftNotFound'],
      limits: ['reviewRequestsPerAccount'],
      revisioned: true,
    })
    .input(schema.DraftChange)
    .output(schema.DraftWritten)
    .mutation(({ ctx, input }) => requestReview(ctx, input)),
  approve: memberProcedure('review')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/draft/approve',
      summary: 'Approve a draft',
      description:
        'Approves exactly this revision, whose review was requested. Nobody approves a draft ' +
        'that they wrote in. The answer has the revision to publish.',
      errors: ['DraftNotFound', 'OwnDraft', 'NothingToReview'],
      revisioned: true,
    })
    .input(schema.DraftChange)
    .output(schema.DraftWritten)
    .mutation(({ ctx, input }) => approveDraft(ctx, input)),
  previewLesson: memberProcedure('read')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/draft/preview/lessons/{key}',
      summary: 'Preview a lesson of a draft',
      description: 'As learners will read it, once it is published.',
      errors: ['LessonNotFound'],
      noStore: true,
    })
    .input(schema.DraftLessonInput)
    .output(schema.LessonPreview)
    .query(({ ctx, input }) => previewLesson(ctx, input)),
  previewAttempt: memberProcedure('read')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/draft/preview/lessons/{key}/attempt',
      summary: 'Try the quiz of a draft',
      description: 'Counts for nothing, and nothing of it is stored. Shows what is right.',
      errors: ['LessonNotFound'],
      repeatable: true,
    })
    .input(schema.PreviewAttemptInput)
    .output(schema.PreviewedAttempt)
    .mutation(({ ctx, input }) => previewAttempt(ctx, input)),
}
