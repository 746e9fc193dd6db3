import { z } from 'zod'
import { exampleIds, IdInPath } from '../../../../lib/schema.ts'
import { memberProcedure } from '../../../trpc.ts'
import { DraftLessonInput } from '../drafts/schema.ts'
import { diffDraftLesson } from './diff-lesson.ts'
import { draftImpact } from './draft-impact.ts'
import * as schema from './schema.ts'

/** Part of the router `drafts`. */
export const impactProcedures = {
  impact: memberProcedure('read')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/draft/impact',
      summary: 'Show whom a draft hits',
      description:
        'The changes that publishing makes, and the effect on the learners of all versions ' +
        'if they are moved to it. Publishing alone moves nobody, except for a minor correction ' +
        'that is published for everyone. Changes nothing. Where there is too much to count for ' +
        'one request, it is counted in the background: ask again.',
      noStore: true,
      errors: ['CourseNotFound', 'DraftNotFound', 'ImpactNotCounted'],
      limits: ['impactsPerAccount'],
    })
    .input(
      z.strictObject({
        courseId: IdInPath.meta({ description: 'The course', examples: [exampleIds.course] }),
      }),
    )
    .output(schema.DraftImpact)
    .query(({ ctx, input }) => draftImpact(ctx, input.courseId)),
  diffLesson: memberProcedure('read')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/draft/lessons/{key}/diff',
      summary: 'Compare a lesson of a draft with the published one',
      description:
        'With that of the version which the draft changes: each fact that changed, the text word by ' +
        'word and as a patch; of a lesson that is new, or removed, all of it. `drafts.impact` has ' +
        'the facts of all lessons.',
      errors: ['DraftNotFound', 'LessonNotFound'],
      noStore: true,
      oncePerBatch: true,
    })
    .input(DraftLessonInput)
    .output(schema.LessonDiff)
    .query(({ ctx, input }) => diffDraftLesson(ctx, input)),
}
