import { z } from 'zod'
import { termsShape } from '../../../../content/course-fields.ts'
import { DayRule } from '../../../../content/days/days.ts'
import { drafted } from '../../../../content/lessons/drafted.ts'
import {
  byType,
  LessonTypeName as LessonType,
  listed,
  ownInputs,
  ownTypes,
} from '../../../../content/lessons/types.ts'
import { tidyMarkdown } from '../../../../content/markdown/tidy.ts'
import { WrittenQuestion } from '../../../../content/questions/question-types.ts'
import { DraftProblem } from '../../../../content/rules/draft-problem.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  line,
  named,
  namedInput,
  Revision,
  rawText,
  revisionInput,
} from '../../../../lib/schema.ts'
import { slugOf } from '../../../../lib/slug.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { Attempt, Reviewed, SaveAnswersInput } from '../../assessment/attempts/schema.ts'
import { CourseSummary } from '../../courses/courses/schema.ts'
import { LessonFiles, LessonHtml, LessonRequires } from '../../courses/lessons/shown-schema.ts'

export const { sections: maxSections, lessons: maxLessons } = clientLimits
export const maxContentLength = 1_000_000
/** The most problems in an answer. */
export const maxProblems = 200
/** Bounds all texts of a course together: it is published in one piece, and fits into a zip. */
export const maxCourseBytes = 30_000_000

const key = z
  .string()
  .min(1)
  .max(200)
  .refine(
    (value) => value === slugOf(value),
    'must be lower-case letters, digits and single dashes, like a-typed-client',
  )
const LessonKey = key.meta({
  description: 'The identity of the lesson for ever: the progress of learners is kept by it',
  examples: ['a-typed-client'],
})
const FormerKeys = field(
  z.array(key).max(100),
  'Keys that it had before; progress under them counts for it',
  ['typed-client'],
)
const LessonTitle = field(line(200), 'Title', 'A typed client')
const Minutes = field(z.int().min(1).max(1440), 'Minutes that the lesson takes', 10)
const Required = z.boolean().describe('Needed to complete the course')
const Preview = z.boolean().describe('Open to users who are not enrolled')
const Content = field(
  z
    .string()
    .overwrite(tidyMarkdown)
    .max(maxContentLength)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'holds characters that are not text',
    ),
  'Markdown. `key.md` links to the lesson with this key, `key.md#part` into it',
  'Install the client, then [sign in](signing-in.md).',
)
const Requires = field(
  z.array(key).max(100),
  'Keys of lessons to complete before it opens to a learner',
  ['signing-in'],
)
const dayWords = 'a day, or like `7 days after enrollment` or `after cohort`'
const ruleInputs = {
  requires: Requires.optional(),
  available: field(
    DayRule.nullable().optional(),
    `When it opens: ${dayWords}; null: at once`,
    '2027-01-10',
  ),
  due: field(
    DayRule.nullable().optional(),
    `By the end of which day it should be completed: ${dayWords}; null: none`,
    '7 days after cohort',
  ),
}
const SectionTitle = field(line(200), 'Title', 'Getting started')
const DraftRevision = Revision.describe('The revision of the draft as a whole')

const lessonFields = {
  key: LessonKey,
  formerKeys: FormerKeys,
  title: LessonTitle,
  type: LessonType,
  minutes: Minutes,
  required: Required,
  preview: Preview,
}

/** Skips checks of answered fields, made when they were written: checking each title takes time. */
const answered = {
  ...lessonFields,
  key: field(z.string(), 'Key of the lesson', 'a-typed-client'),
  formerKeys: z.array(z.string()).meta({
    description: 'Keys that it had before; progress under them counts for it',
    examples: [['typed-client']],
  }),
  title: field(z.string(), 'Title', 'A typed client'),
  revision: Revision.describe('The revision that changed it last: send it to change it'),
}

export const DraftLessonSummary = named(
  'DraftLessonSummary',
  'A lesson of a draft, without its text',
  answered,
)

export const SavedDraftLesson = named('SavedDraftLesson', 'A lesson of a draft as it was saved', {
  ...answered,
  draftRevision: DraftRevision,
})
export type SavedDraftLesson = z.infer<typeof SavedDraftLesson>

const draftLesson = z.object({
  ...answered,
  section: field(z.int(), 'Index of its section, from 0', 0),
  content: field(z.string(), 'Markdown', 'Install the client, then [sign in](signing-in.md).'),
  requires: field(z.array(z.string()), 'Keys of lessons to complete before it opens', [
    'signing-in',
  ]),
  available: field(
    z.string().nullable(),
    `When it opens: ${dayWords}; null: at once`,
    '2027-01-10',
  ),
  due: field(
    z.string().nullable(),
    `By the end of which day it is due: ${dayWords}; null: none`,
    '7 days after cohort',
  ),
  draftRevision: DraftRevision,
})

export const DraftLesson = byType(draftLesson, 'draft', (Type) => `Draft${Type}Lesson`).meta({
  id: 'DraftLesson',
  description: 'A lesson of a draft with its text',
})
export type DraftLesson = z.infer<typeof DraftLesson>

export const Draft = named('Draft', 'The next version of a course, until it is published', {
  courseId: field(Id, 'The course', exampleIds.course),
  revision: Revision.describe('Rises with every change of the draft or of one of its lessons'),
  isOpen: z
    .boolean()
    .describe('False: nothing is written yet, this is the current version. Writing opens a draft'),
  baseVersion: field(z.int().nullable(), 'The version that it changes; null for a new course', 3),
  ...termsShape,
  language: termsShape.language.describe('BCP 47'),
  license: field(termsShape.license, 'License of the content; null when none is stated', 'CC0'),
  source: CourseSummary.shape.source,
  cover: termsShape.cover.describe('Path of its cover; null without one'),
  sections: z
    .array(
      z.object({
        title: field(z.string(), 'Title', 'Getting started'),
        lessons: z.array(DraftLessonSummary).describe('In the order to take them'),
      }),
    )
    .describe('In the order to take them'),
  review: z
    .object({
      requestedAt: Instant.nullable().describe('When a review of this revision was requested'),
      approvedAt: Instant.nullable().describe('When this revision was approved'),
    })
    .describe('Voided by every change'),
  changedAt: Instant.nullable().describe('When it was changed last; null if no draft is open'),
})
export type Draft = z.infer<typeof Draft>

export const DraftWritten = named('DraftWritten', 'The draft after a change', {
  revision: Revision.describe('The new revision of the draft'),
})
export type DraftWritten = z.infer<typeof DraftWritten>

const courseInput = {
  courseId: field(IdInPath, 'The course', exampleIds.course),
}
const lessonInput = {
  ...courseInput,
  key: field(
    z
      .string()
      .min(1)
      .max(200)
      .refine(
        (value) => value.isWellFormed() && !value.includes('\0'),
        'holds characters that are not text',
      ),
    'Key of the lesson',
    'a-typed-client',
  ),
}

export const DraftInput = z.strictObject(courseInput)

export const DraftChange = z.strictObject({ ...courseInput, ...revisionInput })
export type DraftChange = z.infer<typeof DraftChange>

export const ReplaceOutlineInput = DraftChange.extend({
  sections: z
    .array(
      z.strictObject({
        title: SectionTitle,
        lessons: field(z.array(rawText(200)).max(maxLessons), 'Keys of lessons, in order', [
          'a-typed-client',
        ]),
      }),
    )
    .max(maxSections)
    .describe('All sections in order: together they hold each lesson of the draft once'),
}).meta({
  id: 'ReplaceOutlineInput',
  description: 'The sections of a draft with the keys of their lessons',
})
export type ReplaceOutlineInput = z.infer<typeof ReplaceOutlineInput>

export const CreateLessonInput = DraftChange.extend({
  key: LessonKey,
  title: LessonTitle.optional().describe('Title; of a course of a program, by default its own'),
  section: field(
    z
      .int()
      .min(0)
      .max(maxSections - 1)
      .optional(),
    'Index of its section, from 0; otherwise the last',
    0,
  ),
  formerKeys: FormerKeys.optional(),
  type: LessonType.default('text'),
  minutes: Minutes.optional().describe(
    'Minutes that the lesson takes; default: 5, of a course of a program all of its own',
  ),
  required: Required.default(true),
  preview: Preview.default(false),
  content: Content.default(''),
  ...ownInputs(({ isNeeded }) => (isNeeded ? ', which needs it' : '')),
  ...ruleInputs,
}).meta({ id: 'CreateLessonInput', description: 'A new lesson' })
export type CreateLessonInput = z.infer<typeof CreateLessonInput>

export const DraftLessonInput = z.strictObject(lessonInput)
export type DraftLessonInput = z.infer<typeof DraftLessonInput>

export const DeleteLessonInput = z.strictObject({ ...lessonInput, ...revisionInput })
export type DeleteLessonInput = z.infer<typeof DeleteLessonInput>

export const UpdateLessonInput = DeleteLessonInput.extend({
  newKey: LessonKey.optional().describe(
    'Renames it: a key that was published becomes one of its former keys',
  ),
  formerKeys: FormerKeys.optional().describe(
    'Replaces its former keys; those that were published stay',
  ),
  title: LessonTitle.optional(),
  type: LessonType.optional().describe(
    `A new type drops what belongs to the old one: ${listed(ownTypes, ({ type }) => `the ${type}`)}`,
  ),
  minutes: Minutes.optional(),
  required: Required.optional(),
  preview: Preview.optional(),
  content: Content.optional(),
  ...ownInputs(({ isNeeded }) => (isNeeded ? '' : '; null takes it away')),
  ...ruleInputs,
}).meta({ id: 'UpdateLessonInput', description: 'The changes of a lesson; everything else stays' })
export type UpdateLessonInput = z.infer<typeof UpdateLessonInput>

export const DuplicateLessonInput = namedInput('DuplicateLessonInput', 'A copy of a lesson', {
  ...lessonInput,
  revision: Revision.describe('The revision of the draft that you read'),
  newKey: LessonKey,
  title: LessonTitle,
})
export type DuplicateLessonInput = z.infer<typeof DuplicateLessonInput>

export const ReadQuestionsInput = namedInput('ReadQuestionsInput', 'A file with questions', {
  ...courseInput,
  lessonKey: field(lessonInput.key, 'Key of the lesson that takes them', 'a-typed-client'),
  text: field(
    rawText(maxContentLength),
    'In GIFT or Aiken, as Moodle and others write it',
    'Which knot holds?\nA. Bowline\nB. Slip knot\nANSWER: A',
  ),
})
export type ReadQuestionsInput = z.infer<typeof ReadQuestionsInput>

export const QuestionsRead = named('QuestionsRead', 'The questions of a file', {
  questions: z.array(drafted(WrittenQuestion)).describe('Those that a quiz can take'),
  left: z
    .array(
      z.object({
        line: field(z.int(), 'Its first line in the file, from 1', 12),
        message: field(z.string(), 'Why it is left out', 'This question has no right answer.'),
      }),
    )
    .describe(`Those that it cannot; the first ${maxProblems}`),
  missing: field(z.array(z.string()), 'Files that they name: upload them under these paths', [
    'img/knot.png',
  ]),
})
export type QuestionsRead = z.infer<typeof QuestionsRead>

export const ListProblemsInput = z.strictObject({
  ...courseInput,
  key: lessonInput.key.optional().describe('Key of the lesson; all of the draft without it'),
})
export type ListProblemsInput = z.infer<typeof ListProblemsInput>

export const DraftProblems = named('DraftProblems', 'The problems of a draft', {
  revision: DraftRevision,
  items: z.array(DraftProblem).describe(`Errors first; the first ${maxProblems}`),
  count: field(z.int(), 'The number of all problems', 3),
})
export type DraftProblems = z.infer<typeof DraftProblems>

const NeighborInDraft = z.object({ key: answered.key, title: answered.title })

const lessonPreview = z.object({
  courseId: field(Id, 'The course', exampleIds.course),
  key: answered.key,
  title: answered.title,
  minutes: field(z.int(), 'Minutes that the lesson takes', 10),
  required: Required,
  preview: Preview,
  content: z.string().meta({
    description: 'Markdown, with links to lessons as they will be published',
    examples: ['Install the client, then sign in.'],
  }),
  html: LessonHtml,
  requires: LessonRequires,
  files: LessonFiles,
  previous: NeighborInDraft.nullable().describe('The lesson before; null for the first'),
  next: NeighborInDraft.nullable().describe('The lesson after; null for the last'),
})

export const LessonPreview = byType(
  lessonPreview,
  'preview',
  (Type) => `${Type}LessonPreview`,
).meta({ id: 'LessonPreview', description: 'A lesson of a draft as learners will read it' })
export type LessonPreview = z.infer<typeof LessonPreview>

export const PreviewAttemptInput = namedInput(
  'PreviewAttemptInput',
  'An attempt that counts for nothing',
  {
    ...lessonInput,
    version: field(
      z.int().min(1).max(2_147_483_647).optional(),
      'The published version whose quiz it is; absent: the draft',
      3,
    ),
    seed: field(
      rawText(100).min(1).optional(),
      'Of an earlier answer: asks the same again. Default: a new one',
      'b1f5a2c4',
    ),
    answers: SaveAnswersInput.shape.answers.optional().describe('Answers to grade'),
  },
)
export type PreviewAttemptInput = z.infer<typeof PreviewAttemptInput>

export const PreviewedAttempt = named('PreviewedAttempt', 'An attempt at a quiz of a draft', {
  seed: field(z.string(), 'Send it with answers: then the same is asked', 'b1f5a2c4'),
  questions: Attempt.shape.questions,
  points: field(z.number(), 'Points of the answers, parts of them included', 8),
  maxPoints: field(z.int(), 'The most points', 10),
  percent: field(z.number(), 'The share of the points', 80),
  passed: z.boolean().describe('Whether they pass'),
  waits: z.boolean().describe('Whether a person would have to grade some'),
  review: z.array(Reviewed).describe('What is right'),
})
export type PreviewedAttempt = z.infer<typeof PreviewedAttempt>
