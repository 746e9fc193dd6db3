import { z } from 'zod'
import { must } from '../../lib/fields/field-schemas.ts'
import { field, line, named, namedInput } from '../../lib/schema.ts'
import {
  joinQuestion,
  Question,
  type StoredQuestion,
  WrittenQuestion,
} from '../questions/question-types.ts'
import { type Pool, readQuizText } from '../questions/read-quiz-text.ts'
import { writeQuizText } from '../questions/write-quiz-text.ts'
import type { ProblemCode } from '../rules/draft-problem.ts'
import { lacksIn } from './lacks.ts'
import type { LessonTypeParts, OwnParts } from './lesson-type.ts'
import type { LessonDetails } from './lesson-type-names.ts'
import { passing, passingInText, shownPassing, wholeNumber } from './passing.ts'

export const maxQuestions = 500
export const maxQuestionsOfAttempt = 100
const maxPools = 50
const maxMinutes = 1440
const maxCooldown = 43_200

const reveals = ['never', 'score', 'after-pass', 'after-last-attempt'] as const
export type RevealedAfter = (typeof reveals)[number]
const Reveals = z
  .enum(reveals)
  .describe(
    'What is shown of a graded attempt: never: whether it passed; score: the points as well; ' +
      'after-pass, after-last-attempt: from then on also each right answer and its explanation',
  )

const settings = {
  ...passing,
  cooldownMinutes: field(
    z.int().min(0).max(maxCooldown).default(0),
    'Minutes from the end of an attempt to the next start',
    60,
  ),
  timeLimitMinutes: field(
    z.int().min(1).max(maxMinutes).nullable().default(null),
    'Minutes from the start to the end of an attempt; null: as long as one likes',
    30,
  ),
  reveals: Reveals.default('score'),
  shuffles: z
    .boolean()
    .default(true)
    .describe('Whether questions and options come in another order in each attempt'),
}

const shownSettings = {
  ...shownPassing,
  cooldownMinutes: field(z.int(), 'Minutes from the end of an attempt to the next start', 60),
  timeLimitMinutes: field(z.int().nullable(), 'Minutes that an attempt lasts; null: any', 30),
  reveals: Reveals,
  shuffles: z.boolean().describe('Whether questions and options come in another order each time'),
}

const PoolTitle = field(line(200).nullable(), 'Title; null for none', 'Knots that hold')
const Take = field(
  z.int().min(1).max(maxQuestionsOfAttempt).nullable(),
  'How many of its questions an attempt has, those first that its learner has not seen; null: all',
  1,
)

const pools = z
  .array(
    namedInput('QuestionPoolInput', 'Questions, of which an attempt has all or some', {
      title: PoolTitle.default(null),
      take: Take.default(null),
      questions: z
        .array(Question)
        .min(1, 'must be at least one')
        .max(maxQuestions)
        .describe('Its questions'),
    }),
  )
  .min(1, 'must be at least one')
  .max(maxPools)
  .superRefine((pools, check) => {
    for (const { path, message, code } of faultsOf(pools))
      check.addIssue({ code: 'custom', path, message, params: { code } })
  })
  .describe('In the order of an attempt')

interface QuizFault {
  path: (string | number)[]
  message: string
  code: ProblemCode
}

type AskedPool = Pick<Pool, 'take'> & {
  questions: readonly Pick<Question, 'key' | 'points'>[]
}

/** Finds what is wrong with a quiz as a whole. */
export function faultsOf(pools: readonly AskedPool[]): QuizFault[] {
  const faults: QuizFault[] = []
  const seen = new Set<string>()
  for (const [at, { take, questions }] of pools.entries()) {
    for (const [place, { key, points }] of questions.entries()) {
      const path = [at, 'questions', place]
      if (seen.has(key))
        faults.push({
          path: [...path, 'key'],
          message: `is taken: another question is ${key}`,
          code: 'questionKeyTaken',
        })
      seen.add(key)
      if (take !== null && points !== questions[0]?.points)
        faults.push({
          path: [...path, 'points'],
          message: 'must be the same for all questions of which an attempt takes some',
          code: 'differentPoints',
        })
    }
    if (take !== null && take > questions.length)
      faults.push({
        path: [at, 'take'],
        message: `must be at most ${questions.length}, all of them`,
        code: 'tooManyAsked',
      })
  }
  if (seen.size > maxQuestions)
    faults.push({
      path: [],
      message: `have more than ${maxQuestions} questions: split the quiz`,
      code: 'tooManyAsked',
    })
  const asked = pools.reduce((sum, { take, questions }) => sum + (take ?? questions.length), 0)
  if (asked > maxQuestionsOfAttempt)
    faults.push({
      path: [],
      message: `ask ${asked} questions in an attempt, ${maxQuestionsOfAttempt} at most: take fewer`,
      code: 'tooManyAsked',
    })
  return faults
}

/** The part of a quiz that may lack something. */
const DraftQuizPools = z.object({ pools })

const DraftQuiz = namedInput(
  'DraftQuizInput',
  'A quiz with its questions and their right answers',
  { ...settings, pools },
)
export type Quiz = z.output<typeof DraftQuiz>

/** A quiz as stored with its lesson: the revision of each question, and nothing that tells. */
export type StoredQuiz = Omit<Quiz, 'pools'> & {
  pools: {
    title: string | null
    take: number | null
    questions: { key: string; revision: string; points: number }[]
  }[]
  /** Paths of the files that its questions show. */
  files: string[]
}

/** Returns the stored quiz of a lesson; undefined if it is no quiz. */
export function quizOf(details: LessonDetails | null | undefined): StoredQuiz | undefined {
  return details?.quiz as StoredQuiz | undefined
}

export function isStored(quiz: object): quiz is StoredQuiz {
  return 'files' in quiz
}

const LessonQuiz = named('LessonQuiz', `A quiz, to be tried at lessons/{lessonId}/attempts`, {
  ...shownSettings,
  questions: field(z.int(), 'How many questions an attempt has', 10),
  points: field(z.int(), 'The most points that it can get', 10),
})

const QuizInText = z.object({
  ...passingInText,
  cooldown: wholeNumber(0, maxCooldown),
  minutesAllowed: wholeNumber(1, maxMinutes),
  reveals: z.enum(reveals, must(`be ${reveals.join(', ')}`)).exactOptional(),
  shuffles: z.boolean(must('be true or false')).exactOptional(),
})

export const quiz = {
  means: 'to pass, graded by itself',
  label: 'To pass',
  description: 'A lesson with questions',
  own: {
    isNeeded: true,
    written: DraftQuiz as unknown as z.ZodType<Quiz | StoredQuiz, z.input<typeof DraftQuiz>>,
    draft: named('DraftQuiz', 'A quiz with its questions and their right answers', {
      ...shownSettings,
      pools: z
        .array(
          z.object({
            title: PoolTitle,
            take: Take,
            questions: z.array(WrittenQuestion).describe('Its questions'),
          }),
        )
        .describe('In the order of an attempt'),
    })
      .nullable()
      .describe('The quiz; null: none is written yet'),
    shown: LessonQuiz,
    preview: LessonQuiz.nullable().describe('The quiz; null as long as none is written'),
    inText: {
      fields: QuizInText,
      read: (fields, text, lessonKey) => {
        const read = readQuizText(text, lessonKey)
        if ('faults' in read) return read.faults
        const faults = faultsOf(read.pools).map(({ path: [at, , place], message }) => ({
          line: read.lines[Number(at ?? 0)]?.[Number(place ?? 0)] ?? 1,
          message: `these questions ${message}`,
        }))
        if (faults.length > 0) return faults
        const { pass, minutesAllowed, cooldown, ...same } = QuizInText.parse(fields)
        const stated = {
          ...same,
          ...(pass !== undefined && { passPercent: pass }),
          ...(minutesAllowed !== undefined && { timeLimitMinutes: minutesAllowed }),
          ...(cooldown !== undefined && { cooldownMinutes: cooldown }),
        }
        const written = z.object(settings).parse(stated)
        return { content: read.content, written: { ...written, pools: read.pools } }
      },
      write: (content, quiz, lessonKey) => {
        if (isStored(quiz)) throw new Error('A quiz is written without its questions.')
        const { passPercent, attempts, weight, cooldownMinutes, timeLimitMinutes } = quiz
        return {
          fields: {
            pass: passPercent,
            ...(attempts !== null && { attempts }),
            ...(weight !== 1 && { weight }),
            ...(cooldownMinutes !== 0 && { cooldown: cooldownMinutes }),
            ...(timeLimitMinutes !== null && { minutesAllowed: timeLimitMinutes }),
            ...(quiz.reveals !== 'score' && { reveals: quiz.reveals }),
            ...(!quiz.shuffles && { shuffles: quiz.shuffles }),
          },
          text: writeQuizText(content, quiz.pools, lessonKey),
        }
      },
    },
    show: (quiz) => (isStored(quiz) ? shownOf(quiz) : null),
    withPaths: (quiz, pathOf) =>
      isStored(quiz) ? { ...quiz, files: quiz.files.map(pathOf) } : quiz,
    linksFiles: true,
    lacks: (quiz, drafted) => (isStored(quiz) ? lacksOfQuiz(quiz, drafted) : []),
  } satisfies OwnParts<Quiz | StoredQuiz>,
} satisfies LessonTypeParts

/** Checks the questions that no version has asked yet; the others were complete when one did. */
function lacksOfQuiz({ pools }: StoredQuiz, drafted: ReadonlyMap<string, StoredQuestion>) {
  const filled = pools.map(({ questions, ...pool }) => ({
    ...pool,
    questions: questions.map((place) => {
      const question = drafted.get(place.revision)
      return question === undefined ? anyQuestion(place) : joinQuestion(question, place)
    }),
  }))
  return lacksIn(DraftQuizPools, { pools: filled })
}

/** A question that lacks nothing, in place of one that a version has asked. */
const anyQuestion = ({ key, points }: { key: string; points: number }): Question => ({
  ...{ key, points, type: 'essay', title: key, text: null, explanation: null, guidance: null },
})

function shownOf({ pools, files: _, ...settings }: StoredQuiz) {
  const asked = pools.flatMap(({ take, questions }) => questions.slice(0, take ?? undefined))
  return {
    ...settings,
    questions: asked.length,
    points: asked.reduce((sum, { points }) => sum + points, 0),
  }
}
