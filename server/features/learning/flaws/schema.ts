import { z } from 'zod'
import { maxQuestionsOfAttempt } from '../../../../content/lessons/quiz.ts'
import { flawKinds, flawOutcomes } from '../../../../db/schema/learning/flaws.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  line,
  listOf,
  named,
  namedInput,
  pageInput,
  rawText,
  text,
} from '../../../../lib/schema.ts'

const exampleId = '019a9c44-5e31-7c0e-9b7a-3f1e2d4c5b07'
const exampleAttempt = '019a9c44-3b7e-7d1f-8a52-4c6d8e9f0a08'
const courseId = field(IdInPath, 'The course', exampleIds.course)
const key = rawText(200).min(1)

const kind = z.enum(flawKinds).meta({
  description:
    'typo: a slip in the words; wrong-answer: a question takes a wrong answer, or refuses a right ' +
    'one; broken-link: a link, picture or video does not work; unclear; other',
  examples: ['typo'],
})
const outcome = z.enum(flawOutcomes).meta({
  description: 'mended: it is right from now on; no-flaw: it stays as it is',
  examples: ['mended'],
})
const attemptId = field(Id, 'The attempt at the quiz', exampleAttempt)
const position = field(
  z
    .int()
    .min(0)
    .max(maxQuestionsOfAttempt - 1),
  'Place of the question in the attempt, from 0',
  0,
)
const seconds = field(z.int().min(0).max(86_400), 'The second of the video', 95)
const quote = field(line(500), 'The words of the lesson', 'a bowlnie')
const Words = field(text(1000), 'What is wrong, in words', 'It is spelled bowline.')
const Reply = field(text(1000), 'Why, for those who reported it', 'Thank you: it is corrected.')

export const ReportFlawInput = namedInput('ReportFlawInput', 'What is wrong with a lesson', {
  lessonId: field(IdInPath, 'The lesson', exampleIds.lesson),
  kind,
  text: Words.optional(),
  quote: quote.optional(),
  seconds: seconds.optional(),
  attemptId: attemptId
    .optional()
    .describe('Your attempt, if it is about a question; with `position`'),
  position: position.optional(),
})
export type ReportFlawInput = z.infer<typeof ReportFlawInput>

export const FlawReport = named('FlawReport', 'What you reported, and what became of it', {
  id: field(Id, 'The report', exampleId),
  courseId: field(Id, 'The course', exampleIds.course),
  lessonKey: field(z.string(), 'Key of the lesson', 'a-typed-client'),
  lessonTitle: field(z.string(), 'Title of the lesson as you saw it', 'A typed client'),
  kind,
  text: Words.nullable().describe('Your words; null for none'),
  quote: quote.nullable().describe('The words of the lesson; null for none'),
  seconds: seconds.nullable().describe('The second of the video; null for none'),
  attemptId: attemptId.nullable().describe('Your attempt; null if it is about the lesson'),
  position: position.nullable().describe('Place of the question in it; null likewise'),
  answer: field(z.string().nullable(), 'Your answer, in words; null for none', 'The bowline'),
  reportedAt: Instant.describe('When you reported it'),
  outcome: outcome.nullable().describe('What became of it; null while it is open'),
  reply: Reply.nullable().describe('What you are told about it; null for nothing'),
  settledAt: Instant.nullable().describe('When it was settled; null while it is open'),
})
export type FlawReport = z.infer<typeof FlawReport>

export const ListReportsInput = z.strictObject({
  lessonId: field(Id.optional(), 'Only what is about this lesson', exampleIds.lesson),
  ...pageInput,
})
export type ListReportsInput = z.infer<typeof ListReportsInput>
export const FlawReportList = listOf(FlawReport, 'What you reported, newest first')
export type FlawReportList = z.infer<typeof FlawReportList>

export const WithdrawInput = z.strictObject({ reportId: field(IdInPath, 'The report', exampleId) })
export type WithdrawInput = z.infer<typeof WithdrawInput>
export const WithdrawnReport = FlawReport.pick({ id: true }).meta({
  id: 'WithdrawnFlawReport',
  description: 'The report that is gone',
})

export const Flaw = named('Flaw', 'A case: what learners say is wrong', {
  id: field(Id, 'The case', exampleId),
  lesson: z
    .object({
      key: field(z.string(), 'Its key as it was reported', 'knots-quiz'),
      currentKey: field(z.string().nullable(), 'Its key now; null: it is gone', 'knots-quiz'),
      title: field(z.string(), 'Its title', 'Knots'),
      type: field(z.string(), 'Its type', 'quiz'),
    })
    .describe('The lesson'),
  question: z
    .object({
      key: field(z.string(), 'Its key', 'which-knot-holds'),
      title: field(z.string().nullable(), 'The question; null: it is gone', 'Which knot holds?'),
      revision: field(z.int().nullable(), 'Its revision that was reported last', 2),
    })
    .nullable()
    .describe('null: it is about the lesson as a whole'),
  kind,
  reports: field(z.int(), 'How many reported it', 30),
  createdAt: Instant.describe('When it was first reported'),
  reportedAt: Instant.describe('When it was last reported'),
  isChanged: z
    .boolean()
    .describe('Whether a version was published since in which the lesson or question is different'),
  outcome: outcome.nullable().describe('null while it is open'),
  reply: Reply.nullable().describe('What those who reported it are told; null for nothing'),
  settledAt: Instant.nullable().describe('null while it is open'),
  settledBy: z
    .object({
      id: field(Id, 'The user', exampleIds.user),
      name: field(z.string(), 'Name', 'Ada Lovelace'),
    })
    .nullable()
    .describe('null while it is open, or once the account is erased'),
})
export type Flaw = z.infer<typeof Flaw>

export const ListFlawsInput = z.strictObject({
  courseId,
  key: field(key.optional(), 'Only those of the lesson with this key', 'knots-quiz'),
  open: z.boolean().optional().describe('true: only open ones; false: only settled ones'),
  ...pageInput,
})
export type ListFlawsInput = z.infer<typeof ListFlawsInput>
export const FlawList = listOf(Flaw, 'What learners say is wrong, newest first')
export type FlawList = z.infer<typeof FlawList>

const flawId = field(IdInPath, 'The case', exampleId)
export const FlawInput = z.strictObject({ courseId, flawId })
export type FlawInput = z.infer<typeof FlawInput>

export const FlawWords = named('FlawWords', 'What a learner says about a case', {
  id: FlawReport.shape.id,
  text: FlawReport.shape.text.describe('Their words; null for none'),
  quote: FlawReport.shape.quote,
  seconds: FlawReport.shape.seconds,
  answer: FlawReport.shape.answer.describe('Their answer, in words; null for none'),
  version: field(z.int(), 'The first version that has the lesson as they saw it', 3),
  createdAt: Instant.describe('When it was reported'),
})
export const FlawWordsInput = FlawInput.extend(pageInput)
export type FlawWordsInput = z.infer<typeof FlawWordsInput>
export const FlawWordsList = listOf(FlawWords, 'What learners say about a case, newest first')
export type FlawWordsList = z.infer<typeof FlawWordsList>

export const SettleFlawInput = namedInput('SettleFlawInput', 'What became of a case', {
  courseId,
  flawId,
  outcome,
  reply: Reply.optional(),
})
export type SettleFlawInput = z.infer<typeof SettleFlawInput>
