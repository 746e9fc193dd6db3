import { z } from 'zod'
import type { Rule } from '../../lib/fields/issue-code.ts'
import { field, line } from '../../lib/schema.ts'
import { slugOf } from '../../lib/slug.ts'
import { tidyMarkdown } from '../markdown/tidy.ts'
import { essay } from './essay.ts'
import { match } from './match.ts'
import { multiple } from './multiple.ts'
import { number } from './number.ts'
import { order } from './order.ts'
import type { Order, QuestionFault, QuestionType, Share, Split } from './question-type.ts'
import { single } from './single.ts'
import { text } from './text.ts'

const types = { single, multiple, number, text, order, match, essay }
type Types = typeof types
export type QuestionTypeName = keyof typeof types
export const questionTypeNames = Object.keys(types) as [QuestionTypeName, ...QuestionTypeName[]]

type Fields = Record<string, unknown>

export function questionTypeOf(name: QuestionTypeName): QuestionType {
  return types[name] as unknown as QuestionType
}

const markdown = (maxLength: number) =>
  z
    .string()
    .overwrite(tidyMarkdown)
    .min(1)
    .max(maxLength, `must be at most ${maxLength} characters long`)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'holds characters that are not text',
    )
    .nullable()

export const maxPoints = 1000

export const QuestionKey = field(
  z
    .string()
    .min(1)
    .max(200)
    .refine(
      (value) => value === slugOf(value),
      'must be lower-case letters, digits and single dashes, like which-knot-holds',
    ),
  'The identity of the question within its course, for ever',
  'which-knot-holds',
)
export const QuestionTitle = field(
  line(500),
  'The question: Markdown, in one line',
  'Which knot holds?',
)
export const Points = field(z.int().min(1).max(maxPoints), 'Points for the right answer', 1)

const common = {
  key: QuestionKey,
  title: QuestionTitle,
  text: field(
    markdown(20_000).default(null),
    'More of the question, in Markdown; null for none',
    'Think of a climber.',
  ),
  points: Points.default(1),
  explanation: field(
    markdown(20_000).default(null),
    'Why: shown with the right answer, in Markdown; null for none',
    'It keeps its loop.',
  ),
}

function nameOf(type: QuestionTypeName): string {
  return type.charAt(0).toUpperCase() + type.slice(1)
}

type ByType<
  Part extends 'written' | 'shown' | 'answer',
  Shared extends z.ZodRawShape,
> = z.ZodDiscriminatedUnion<
  {
    [Type in QuestionTypeName]: z.ZodObject<
      Shared & { type: z.ZodLiteral<Type> } & Types[Type][Part]
    >
  }[QuestionTypeName][],
  'type'
>

/** Makes a schema for each type. */
function byType<Part extends 'written' | 'shown' | 'answer', Shared extends z.ZodRawShape>(
  part: Part,
  shared: Shared,
  { prefix, description }: { prefix: string; description: string },
) {
  const optionOf = (type: QuestionTypeName) => {
    const { means } = questionTypeOf(type)
    const shape = {
      ...shared,
      type: z.literal(type).describe(`Of the type: ${means}`),
      ...questionTypeOf(type)[part],
    }
    const object = part === 'shown' ? z.object(shape) : z.strictObject(shape)
    return object.meta({ id: `${nameOf(type)}${prefix}`, description: `${description}: ${means}` })
  }
  const [first, ...others] = questionTypeNames
  return z.discriminatedUnion('type', [
    optionOf(first),
    ...others.map(optionOf),
  ]) as unknown as ByType<Part, Shared>
}

/** A question as its author writes it, with all that gives it away. */
export const Question = byType('written', common, {
  prefix: 'QuestionInput',
  description: 'A question with its right answer',
})
  .superRefine((question, check) => {
    for (const [path, message, code] of faultsOf(question))
      check.addIssue({
        code: 'custom',
        path: path.split('.').map(toStep),
        message,
        params: { code },
      })
  })
  .meta({ id: 'QuestionInput', description: 'A question with its right answer' })
export type Question = z.output<typeof Question>

/** A question as those who write it get it. */
export const WrittenQuestion = byType('written', common, {
  prefix: 'Question',
  description: 'A question with its right answer',
}).meta({ id: 'Question', description: 'A question with its right answer' })

function faultsOf(question: { type: QuestionTypeName }): QuestionFault[] {
  return questionTypeOf(question.type).faults?.({ ...question }) ?? []
}

function toStep(step: string): string | number {
  return /^\d+$/u.test(step) ? Number(step) : step
}

export const ShownQuestion = byType(
  'shown',
  {
    position: field(z.int(), 'Its place in the attempt, from 0', 0),
    title: field(z.string(), 'The question: Markdown, in one line', 'Which knot holds?'),
    text: field(
      z.string().nullable(),
      'More of it, in Markdown; null for none',
      'Think of a climber.',
    ),
    points: field(z.int(), 'Points for the right answer', 1),
  },
  { prefix: 'AttemptQuestion', description: 'A question of an attempt' },
).meta({ id: 'AttemptQuestion', description: 'A question of an attempt' })
export type ShownQuestion = z.output<typeof ShownQuestion>

export const Answer = byType('answer', {}, { prefix: 'Answer', description: 'An answer' }).meta({
  id: 'Answer',
  description: 'An answer to a question of an attempt',
})
export type Answer = z.output<typeof Answer>

/** An answer as given: asks about ambiguous values instead of storing them. */
export const GivenAnswer = Answer.superRefine((answer, check) => {
  for (const { path, readings } of questionTypeOf(answer.type).unclear?.({ ...answer }) ?? []) {
    const params: Rule = { code: 'ambiguous', readings }
    const message = `may be ${readings.join(' or ')}: say which`
    check.addIssue({ code: 'custom', path: [path], message, params: { ...params } })
  }
})

/** The stored parts of a question: one for everybody, one only for grading. */
export interface StoredQuestion {
  type: QuestionTypeName
  shown: { title: string; text: string | null } & Fields
  secret: { explanation: string | null } & Fields
}

export function splitQuestion({ key: _, points: __, ...question }: Question): StoredQuestion {
  const { type, title, text, explanation, ...own } = question
  const { shown, secret } = questionTypeOf(type).split(own)
  return { type, shown: { title, text, ...shown }, secret: { explanation, ...secret } }
}

export function joinQuestion(
  { type, shown, secret }: StoredQuestion,
  place: { key: string; points: number },
): Question {
  const { title, text, ...ownShown } = shown
  const { explanation, ...ownSecret } = secret
  const own = questionTypeOf(type).join({ shown: ownShown, secret: ownSecret } satisfies Split)
  const { key, points } = place
  return { key, type, title, text, points, explanation, ...own } as Question
}

/**
 * Returns what an answer gets, in whole parts of points: rounded down, so that all takes all to be
 * right.
 */
export function pointsOf(points: number, { right, of }: Share): number {
  return Math.floor((points * right) / of)
}

interface GradedItem {
  question: StoredQuestion
  points: number
  order: Order
}

/** Grades an answer; undefined where a person grades it. No answer gets nothing. */
export function gradeAnswer(
  { question, points, order }: GradedItem,
  answer: Answer | null | undefined,
): number | undefined {
  const { grade } = questionTypeOf(question.type)
  if (answer === null || answer === undefined) return 0
  if (grade === undefined) return undefined
  if (answer.type !== question.type) return 0
  return pointsOf(points, grade(question.secret, { ...answer }, order))
}
