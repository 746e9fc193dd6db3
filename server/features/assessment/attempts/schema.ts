import { z } from 'zod'
import { maxQuestionsOfAttempt } from '../../../../content/lessons/quiz.ts'
import { Answer, GivenAnswer, ShownQuestion } from '../../../../content/questions/question-types.ts'
import { attemptStatuses } from '../../../../db/schema/assessment/attempts.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  named,
  namedInput,
  pageInput,
  pageOf,
} from '../../../../lib/schema.ts'
import { Accommodation } from '../grades/schema.ts'

const exampleAttempt = '019a9c44-3b7e-7d1f-8a52-4c6d8e9f0a08'
const attemptId = field(IdInPath, 'The attempt', exampleAttempt)
const lessonId = field(IdInPath, 'The lesson', exampleIds.lesson)

export const AttemptStatus = z
  .enum(attemptStatuses)
  .describe(
    'open: it runs; waiting: a person has to grade it; graded; returned: for another try, ungraded',
  )

export const AttemptResult = named('AttemptResult', 'How an attempt was graded last', {
  passed: z.boolean().describe('Whether it passed'),
  points: field(
    z.number().optional(),
    'Its points, parts of them included; absent where the quiz shows no score',
    8,
  ),
  maxPoints: field(z.int().optional(), 'The most points; absent likewise', 10),
  percent: field(
    z.number().optional(),
    'Its share of the points, in percent, with two places; absent likewise',
    80,
  ),
  comment: field(z.string().nullable(), 'What the grader says; null for nothing', 'Well done.'),
})
export type AttemptResult = z.infer<typeof AttemptResult>

export const AttemptSummary = named('AttemptSummary', 'An attempt at a quiz or an assignment', {
  id: field(Id, 'The attempt', exampleAttempt),
  lessonId: field(Id, 'The lesson as it was tried', exampleIds.lesson),
  courseId: field(Id, 'Its course', exampleIds.course),
  number: field(z.int(), 'Counts your attempts at the lesson, from 1', 1),
  status: AttemptStatus,
  startedAt: Instant.describe('When it started'),
  deadlineAt: Instant.nullable().describe(
    'When it ends by itself, with what is saved; null: it does not',
  ),
  submittedAt: Instant.nullable().describe('When it ended; null while it is open'),
  result: AttemptResult.nullable().describe('null until it is graded'),
})
export type AttemptSummary = z.infer<typeof AttemptSummary>

const position = field(
  z
    .int()
    .min(0)
    .max(maxQuestionsOfAttempt - 1),
  'Place of the question in the attempt, from 0',
  0,
)

export const Reviewed = named(
  'ReviewedQuestion',
  'How a question was answered, and what is right',
  {
    position,
    points: field(
      z.number().nullable(),
      'Points for your answer; null until a person graded it',
      1,
    ),
    right: z
      .object({
        choice: field(z.int().optional(), 'Of one option', 1),
        choices: field(z.array(z.int()).optional(), 'Of several options', [0, 2]),
        order: field(z.array(z.int()).optional(), 'Of an order', [2, 0, 1]),
        pairs: field(z.array(z.int()).optional(), 'Of pairs', [1, 0]),
        accepted: field(z.array(z.string()).optional(), 'Texts or numbers that are right', [
          'Paris',
        ]),
      })
      .describe(
        'The right answer, in the form of yours; `accepted` lists those of texts and numbers',
      ),
    explanation: field(
      z.string().nullable(),
      'Why, in Markdown; null for none',
      'It keeps its loop.',
    ),
  },
)
export type Reviewed = z.infer<typeof Reviewed>

export const Attempt = AttemptSummary.extend({
  readAt: Instant.describe(
    'Now, by the clock of the school: count down to `deadlineAt` from here, as clocks differ',
  ),
  lastNumber: field(z.int(), 'The highest number of its saved answers; 0 for none', 1),
  questions: z.array(ShownQuestion).describe('In the order of this attempt'),
  answers: z
    .array(z.object({ position, answer: Answer }))
    .describe('What is saved; questions without an answer are left out'),
  review: z
    .array(Reviewed)
    .nullable()
    .describe('null unless it is graded and the quiz reveals that, see `reveals` of the lesson'),
}).meta({ id: 'Attempt', description: 'An attempt at a quiz with its questions and your answers' })
export type Attempt = z.infer<typeof Attempt>

export const StartAttemptInput = namedInput('StartAttemptInput', 'The quiz to try', { lessonId })
export const AttemptInput = z.strictObject({ attemptId })
export type AttemptInput = z.infer<typeof AttemptInput>

/** Far enough below the limit of numbers that counting on from it always works. */
const maxNumber = 1e15
const number = field(z.int().min(0).max(maxNumber), 'Orders answers', 1)

export const SaveAnswersInput = namedInput(
  'SaveAnswersInput',
  'Answers of an attempt, to be kept',
  {
    attemptId,
    answers: z
      .array(
        z.strictObject({
          position,
          answer: GivenAnswer.nullable().describe('null takes the answer back'),
          number: number
            .optional()
            .describe(
              'Orders your answers to a question, whenever they arrive: a lower one than that of ' +
                'the answer that stands changes nothing. Count above `lastNumber`. The SDK does it ' +
                'by itself. Absent: the answer counts that arrives last',
            ),
        }),
      )
      .min(1)
      .max(maxQuestionsOfAttempt)
      .refine(
        (answers) => new Set(answers.map(({ position }) => position)).size === answers.length,
        'name a question twice',
      )
      .describe('Answers to save; others stay as they are'),
  },
)
export type SaveAnswersInput = z.infer<typeof SaveAnswersInput>

export const SavedAnswers = named('SavedAnswers', 'That answers are saved', {
  attemptId: field(Id, 'The attempt', exampleAttempt),
  savedAt: Instant.describe('When they were saved'),
  deadlineAt: AttemptSummary.shape.deadlineAt,
  stale: field(
    z.array(z.int()),
    'Positions of answers that came too late: a newer one stands, and stays',
    [],
  ),
  lastNumber: Attempt.shape.lastNumber,
})
export type SavedAnswers = z.infer<typeof SavedAnswers>

export const ListAttemptsInput = z.strictObject({ lessonId, ...pageInput })
export type ListAttemptsInput = z.infer<typeof ListAttemptsInput>

export const AttemptList = pageOf(AttemptSummary)
  .extend({
    passed: z.boolean().describe('Whether any attempt passed'),
    attemptsLeft: field(z.int().nullable(), 'How many you can still start; null: any number', 2),
    nextAt: Instant.nullable().describe('When you can start the next; null: now, or never again'),
    dueAt: Instant.nullable().describe(
      'The last instant at which you are in time, with the time that was given to you; null: any',
    ),
    accommodation: Accommodation.nullable().describe('null: none'),
  })
  .meta({ id: 'AttemptList', description: 'Your attempts at a lesson, newest first' })
export type AttemptList = z.infer<typeof AttemptList>
