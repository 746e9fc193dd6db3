import { z } from 'zod'
import { exampleIds, IdInPath } from '../../../../lib/schema.ts'
import { memberProcedure } from '../../../trpc.ts'
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
    .output(schema.Impact)
    .query(({ ctx, input }) => draftImpact(ctx, input.courseId)),
}
