import { z } from 'zod'
import { Fact, LessonFacts } from '../../../../content/facts/facts-schema.ts'
import { TextPatch } from '../../../../content/markdown/text-patch.ts'
import { DraftProblem } from '../../../../content/rules/draft-problem.ts'
import { field, named } from '../../../../lib/schema.ts'

const count = (description: string) => field(z.int().min(0), description, 12)
const lessonKey = field(z.string(), 'Key of the lesson', 'a-typed-client')

/** The longest lists in an impact; the numbers beside them count everything. */
export const maxChangesInImpact = 200
export const maxLostLessonsInImpact = 100
export const maxProblemsInImpact = 100

export const Change = named('Change', 'A change of a lesson', {
  key: lessonKey,
  title: field(z.string(), 'Its title now; of a removed one, before', 'A typed client'),
  what: z
    .enum([
      'added',
      'removed',
      'moved',
      'renamed',
      'edited',
      'required',
      'optional',
      'type',
      'requires',
      'available',
      'due',
    ])

    .describe(
      'moved: to a different place, or its section has a different title; renamed: continues ' +
        'the lesson with the key `formerKey`; edited: title, text, minutes or preview; requires, available, ' +
        'due: what it says about order and time',
    ),
  sizeBefore: field(z.int().nullable(), 'Bytes of the Markdown before; null when added', 2048),
  sizeAfter: field(z.int().nullable(), 'Bytes of the Markdown after; null when removed', 2100),
  formerKey: field(z.string().optional(), 'The key before, of a renamed lesson', 'typed-client'),
})
export type Change = z.infer<typeof Change>

export const ImpactKind = z
  .enum(['none', 'terms', 'minor', 'major'])
  .describe(
    'terms: only catalogue data changes; minor: nothing that counts for progress changes; ' +
      'major: lessons come, go, or count differently',
  )

export const Impact = named('Impact', 'The effect of a change on learners, before it is made', {
  kind: ImpactKind,
  changes: z
    .array(Change)
    .describe(
      `Removed lessons, then the others in the order of the course; the first ${maxChangesInImpact}`,
    ),
  changeCount: count('The number of all changes'),
  learners: z
    .object({
      total: count('Enrolled learners whom it could reach, on any version but the target'),
      completed: count('Those of them who completed the course'),
      inProgress: count('Those who began, and have not completed it'),
      notStarted: count('Those who have not begun'),
      correctable: count(
        'All whom it reaches at once if it is a correction and published with ' +
          "`reach: 'everyone'`: those on versions that differ in nothing that counts",
      ),
    })
    .describe('Learners by their state today'),
  ifMoved: z
    .object({
      moved: count('Learners whom the policy moves; without a policy, all'),
      left: count('Learners whom it leaves on their version'),
      percentFalls: z
        .array(
          z.object({
            by: field(z.int(), 'Percentage points', 5),
            learners: count('The number of learners'),
          }),
        )
        .describe('How many learners lose how much, the least first'),
      completeAtOnce: count('Learners who would complete the course by being moved'),
      locked: count(
        'Learners who have a lesson open today that the target would lock to them. What they ' +
          'opened or did stays open',
      ),
      lessonsLost: z
        .array(z.object({ key: lessonKey, learners: count('Learners who completed it') }))
        .describe(
          'Lessons that the target does not have and learners completed; the ' +
            `${maxLostLessonsInImpact} of the most learners`,
        ),
      lessonsLostCount: count('The number of all such lessons'),
    })
    .describe('The effect on those who are moved'),
  problems: z.array(DraftProblem).describe(`The first ${maxProblemsInImpact}`),
  problemCount: count('The number of all problems'),
})
export type Impact = z.infer<typeof Impact>

/** The most facts in one answer. */
export const maxFactsInAnswer = 500
export const Facts = z
  .array(LessonFacts)
  .describe(
    'What changed, as people say it: in the course itself, then in the lessons that stay, in their ' +
      `order; the first ${maxFactsInAnswer} facts`,
  )

export const DraftImpact = Impact.extend({ facts: Facts }).meta({
  id: 'DraftImpact',
  description: 'What publishing a draft changes, and its effect on learners',
})
export type DraftImpact = z.infer<typeof DraftImpact>

export const LessonDiff = TextPatch.extend({
  title: LessonFacts.shape.title,
  facts: z.array(Fact).describe('What changed, as people say it: its text word by word'),
  isWhole: z.boolean().describe('false: there are more facts than one answer holds'),
}).meta({ id: 'LessonDiff', description: 'What changed in a lesson' })
export type LessonDiff = z.infer<typeof LessonDiff>
