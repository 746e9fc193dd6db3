import { z } from 'zod'
import { issueCodes } from '../../lib/fields/issue-code.ts'
import { field, named } from '../../lib/schema.ts'

/** An error keeps content from being published, a warning does not. */
export const problemSeverities = ['error', 'warning'] as const

/** The rules that a draft may break until it is published, for clients with words of their own. */
export const problemCodes = [
  ...issueCodes,
  'noRightAnswer',
  'severalRight',
  'repeated',
  'reversed',
  'questionKeyTaken',
  'differentPoints',
  'tooManyAsked',
  'nothingTaken',
  'noPoints',
  'noLessons',
  'noCourses',
  'emptySection',
  'noneRequired',
  'noText',
  'noFile',
  'coverType',
  'keyTaken',
  'sameTitle',
  'notForCourses',
  'notForPrograms',
  'tooManyCourses',
  'tooFewToChoose',
  'unknownCourse',
  'unusableCourse',
  'courseTwice',
  'noConsent',
  'requiresUnknown',
  'circle',
  'dueBeforeOpen',
  'dueTwice',
  'unsafeLink',
  'include',
  'noLesson',
  'unprintable',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export const DraftProblem = named('DraftProblem', 'A problem of a draft', {
  severity: z.enum(problemSeverities).describe('An error prevents publishing'),
  path: z.string().meta({
    description: 'The place at fault',
    examples: ['sections.0.lessons.2', 'lessons.a-typed-client.quiz.pools.0.questions.1.options'],
  }),
  code: z.enum(problemCodes).nullable().describe('The rule that it breaks; null: `message` tells'),
  limit: field(z.number().nullable(), 'The number in the rule; null without one', 2),
  name: field(
    z.string().nullable(),
    'What is named there: a file, a link, a lesson, a course; null for nothing',
    'img/knot.png',
  ),
  line: field(z.int().nullable(), 'The line in a text, from 1; null elsewhere', 12),
  message: z.string().meta({
    description: 'The problem, and what to do',
    examples: ['The section has no lessons: add one, or leave it out.'],
  }),
})
export type DraftProblem = z.infer<typeof DraftProblem>

/** What clients need to say it in their own words. */
export interface Facts extends Partial<Pick<DraftProblem, 'limit' | 'name' | 'line'>> {
  /** Absent where only the message tells what is wrong. */
  code?: ProblemCode | undefined
}

export const problem =
  (severity: DraftProblem['severity']) =>
  (path: string, message: string, facts: ProblemCode | Facts = {}): DraftProblem => {
    const { code = null, ...given } = typeof facts === 'string' ? { code: facts } : facts
    return { severity, path, code, limit: null, name: null, line: null, ...given, message }
  }
export const error = problem('error')
export const warning = problem('warning')
