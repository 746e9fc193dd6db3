import { z } from 'zod'
import { field } from '../../../../lib/schema.ts'
import { Change, ImpactKind } from '../impact/schema.ts'

/** The most warnings, and entries of each other list, in an answer. */
export const maxWarnings = 100

/** What a course or book has, and how the draft made of it differs from what is published. */
export const courseFound = {
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
  kind: ImpactKind,
  changes: z
    .array(Change)
    .describe(`What it changes in the current version; the first ${maxWarnings}`),
  changeCount: field(z.int(), 'The number of all changes', 3),
  warnings: z
    .array(
      z.object({
        path: field(z.string(), 'File and line', 'lessons/a-typed-client.md:12'),
        message: field(
          z.string(),
          'The problem, and what to do',
          'img/knot.png is a picture that is not there: add it, or correct the name',
        ),
      }),
    )
    .describe(`The first ${maxWarnings}`),
  warningCount: field(z.int(), 'The number of all warnings', 3),
}
export type CourseFound = z.infer<z.ZodObject<typeof courseFound>>
