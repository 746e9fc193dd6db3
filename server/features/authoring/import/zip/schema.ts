import { z } from 'zod'
import { exampleIds, field, IdInPath, named, Revision } from '../../../../../lib/schema.ts'
import { courseFound } from '../schema.ts'

export const CourseChoice = z.object({
  courseId: field(IdInPath, 'The course', exampleIds.course),
})

export const ExportQuery = CourseChoice.extend({
  version: z
    .union(
      [
        z.literal('draft'),
        z
          .string()
          .regex(/^[1-9]\d{0,8}$/)
          .transform(Number),
      ],
      'must be draft, or the number of a version',
    )
    .optional(),
})

export const ImportQuery = CourseChoice.extend({
  look: z.enum(['true', 'false']).default('false'),
})

export const ImportedDraft = named('ImportedDraft', 'The draft that a zip became', {
  outcome: z
    .enum(['imported', 'unchanged', 'looked'])
    .describe(
      'unchanged: the course has this content already, and nothing was written; looked: nothing ' +
        'was written, as asked',
    ),
  ...courseFound,
  revision: Revision.describe('The revision of the draft now'),
})
export type ImportedDraft = z.infer<typeof ImportedDraft>
