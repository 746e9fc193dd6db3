import { z } from 'zod'
import { exampleIds, field, IdInPath, named, Revision } from '../../../../../lib/schema.ts'
import { ImpactKind } from '../../impact/schema.ts'

/** The most warnings in an answer. */
export const maxWarnings = 100

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

export const ImportedDraft = named('ImportedDraft', 'The draft that a zip became', {
  outcome: z
    .enum(['imported', 'unchanged'])
    .describe('unchanged: the course has this content already, and nothing was written'),
  revision: Revision.describe('The revision of the draft now'),
  kind: ImpactKind,
  warnings: z
    .array(
      z.object({
        path: field(z.string(), 'File and line', 'lessons/a-typed-client.md:12'),
        message: z
          .string()
          .meta({ description: 'The problem, such as a picture that is not there' }),
      }),
    )
    .describe(`The first ${maxWarnings}`),
  warningCount: field(z.int(), 'The number of all warnings', 3),
})
export type ImportedDraft = z.infer<typeof ImportedDraft>
