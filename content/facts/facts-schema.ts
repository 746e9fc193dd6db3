import { z } from 'zod'
import { field, named } from '../../lib/schema.ts'

const Values = z.array(z.string())

export const WordPart = z.object({
  is: z
    .enum(['kept', 'added', 'removed', 'cut'])
    .describe('cut: a stretch of the text is left out here'),
  text: field(z.string(), 'The words; empty where some are left out', 'The bowline'),
})
export type WordPart = z.infer<typeof WordPart>

export const Fact = named('ChangedFact', 'A fact of a lesson or of a course that changed', {
  path: field(
    z.string(),
    'Its place in the lesson now; of what was removed, its place before',
    'quiz.pools.0.questions.0.options',
  ),
  within: field(
    z.array(z.object({ part: z.string(), number: z.int() })),
    'The parts around it, from the outside in, counted from 1',
    [{ part: 'question', number: 1 }],
  ),
  field: field(
    z.string().nullable(),
    'Its name; null: the innermost part as a whole. `right` is the right answer',
    'right',
  ),
  what: z
    .enum(['changed', 'added', 'removed', 'moved', 'replaced'])
    .describe(
      'added, removed: a part; moved: a part, from a number to another; replaced: a file has the ' +
        'same path and other bytes',
    ),
  from: field(Values, 'Before: of a list, the entries that are gone; empty for nothing', [
    'Bowline',
  ]),
  to: field(Values, 'Now: of a list, the entries that are new; empty for nothing', ['Reef knot']),
  words: z
    .array(WordPart)
    .optional()
    .describe('How a long text changed, word by word; `from` and `to` are empty then'),
})
export type Fact = z.infer<typeof Fact>

export const LessonFacts = named('LessonFacts', 'What changed in a lesson, or in the course', {
  key: field(z.string().nullable(), 'Key of the lesson; null: the course itself', 'a-typed-client'),
  title: field(z.string(), 'Its title now; of a removed one, before', 'A typed client'),
  facts: z.array(Fact).describe('Without the words of its text: ask for the lesson to have them'),
  isWhole: z.boolean().describe('false: there are more, which the lesson alone tells'),
})
export type LessonFacts = z.infer<typeof LessonFacts>
