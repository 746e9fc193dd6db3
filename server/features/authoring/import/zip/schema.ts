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
  title: field(z.string(), 'The title that it states', 'Knots for sailors'),
  lessons: field(z.int(), 'How many lessons it has', 12),
  files: field(z.int(), 'How many files its lessons show', 30),
  pages: z
    .object({
      found: field(z.int(), 'How many pages look like lessons', 13),
      left: field(z.array(z.string()), `Those that are not taken; the first ${maxWarnings}`, [
        'drafts/later.md',
      ]),
    })
    .describe('The pages of a book'),
  renamed: z
    .array(
      z.object({
        from: field(z.string(), 'Key of the published lesson that went', 'the-bowline'),
        to: field(z.string(), 'Key of the lesson that came', 'bowline'),
        title: field(z.string(), 'The title of both', 'The bowline'),
      }),
    )
    .describe(`Lessons that may be the same under another key; the first ${maxWarnings}`),
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
