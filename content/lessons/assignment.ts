import { z } from 'zod'
import { must, text as textOf } from '../../lib/fields/field-schemas.ts'
import { field, Instant, line, named, namedInput } from '../../lib/schema.ts'
import { drafted } from './drafted.ts'
import type { LessonTypeParts, OwnParts } from './lesson-type.ts'
import { passing, passingInText, shownPassing, wholeNumber } from './passing.ts'

export const maxFilesOfSubmission = 20
const maxPointsOfAssignment = 10_000

const Level = z.strictObject({
  title: field(line(200), 'How well it was done', 'Holds without help'),
  points: field(z.int().min(0).max(1000), 'Its points', 3),
})
const Criterion = namedInput('RubricCriterion', 'A criterion of a rubric', {
  title: field(line(200), 'The quality that is graded', 'The knot holds'),
  levels: field(
    z.array(Level).min(2, 'must be at least 2').max(10),
    'In any order; the most points of one count for the whole',
    [
      { title: 'Not at all', points: 0 },
      { title: 'Always', points: 3 },
    ],
  ),
})

/** As it is answered: a draft may lack a part of it. */
export const RubricCriterion = drafted(Criterion)

const MediaType = z
  .string()
  .max(100)
  .regex(/^[a-z]+\/(?:\*|[a-z0-9.+-]+)$/u, 'must be a media type, like application/pdf or image/*')

const takesLateWords = 'Whether it can be handed in after it was due'
const textWords = 'Whether a text may be handed in'

const settings = {
  ...passing,
  points: field(
    z.int().min(1).max(maxPointsOfAssignment).default(100),
    'The most points; with a rubric, what that gives',
    100,
  ),
  rubric: z
    .array(Criterion)
    .max(20)
    .default([])
    .describe('What is graded one by one; empty: points as a whole'),
  dueAt: Instant.nullable().default(null).describe('When it is due; null: never'),
  takesLate: z.boolean().default(true).describe(takesLateWords),
  text: z.boolean().default(true).describe(textWords),
  files: field(
    z.int().min(0).max(maxFilesOfSubmission).default(5),
    'How many files may be handed in with it',
    5,
  ),
  fileTypes: field(
    z.array(MediaType).max(50).default([]),
    'Media types that its files may have; empty: any',
    ['application/pdf', 'image/*'],
  ),
}

const DraftAssignment = z
  .strictObject(settings)
  .refine(({ text, files }) => text || files > 0, {
    path: ['text'],
    message: 'must be true where no files are taken: nothing could be handed in',
    params: { code: 'nothingTaken' },
  })
  .refine(({ rubric }) => rubric.length === 0 || bestOf(rubric) > 0, {
    path: ['rubric'],
    message: 'must have a level with points: without any, everybody would pass',
    params: { code: 'noPoints' },
  })
  .meta({ id: 'DraftAssignmentInput', description: 'What is to be handed in, and how it counts' })
export type Assignment = z.output<typeof DraftAssignment>

const LessonAssignment = named(
  'LessonAssignment',
  'An assignment, to be handed in at lessons/{lessonId}/submissions',
  {
    ...shownPassing,
    points: field(z.int(), 'The most points', 100),
    rubric: z
      .array(RubricCriterion)
      .describe('What is graded one by one; empty: points as a whole'),
    dueAt: Instant.nullable().describe('When it is due; null: never'),
    takesLate: z.boolean().describe(takesLateWords),
    text: z.boolean().describe(textWords),
    files: field(z.int(), 'How many files may be handed in', 5),
    fileTypes: field(z.array(z.string()), 'Media types that they may have; empty: any', [
      'image/*',
    ]),
  },
)

const AssignmentInText = z.object({
  ...passingInText,
  points: wholeNumber(1, maxPointsOfAssignment),
  rubric: z
    .array(
      z.strictObject(
        {
          title: textOf(200),
          levels: z.array(
            z.strictObject(
              { title: textOf(200), points: wholeNumber(0, 1000).unwrap() },
              must('have title and points'),
            ),
            must('be a list of levels'),
          ),
        },
        must('have the fields title and levels'),
      ),
      must('be a list of criteria'),
    )
    .exactOptional(),
  due: z.iso
    .datetime({ offset: true, ...must('be an instant, like 2027-03-01T12:00:00Z') })
    .exactOptional(),
  takesLate: z.boolean(must('be true or false')).exactOptional(),
  text: z.boolean(must('be true or false')).exactOptional(),
  files: wholeNumber(0, maxFilesOfSubmission),
  fileTypes: z.array(textOf(100), must('be a list of media types')).exactOptional(),
})

export const assignment = {
  means: 'to hand in, graded by a person',
  label: 'To hand in',
  description: 'A lesson whose learner hands something in',
  own: {
    isNeeded: true,
    written: DraftAssignment,
    draft: LessonAssignment.meta({
      id: 'DraftAssignment',
      description: 'What is to be handed in, and how it counts',
    })
      .nullable()
      .describe('The assignment; null: none is written yet'),
    shown: LessonAssignment,
    preview: LessonAssignment.nullable().describe(
      'The assignment; null as long as none is written',
    ),
    inText: {
      fields: AssignmentInText,
      read: (fields, text) => {
        const { pass, due, ...same } = AssignmentInText.parse(fields)
        const stated = {
          ...same,
          ...(pass !== undefined && { passPercent: pass }),
          ...(due !== undefined && { dueAt: new Date(due).toISOString() }),
        }
        const { data, error } = DraftAssignment.safeParse(stated)
        if (data !== undefined) return { content: text, written: data }
        return error.issues.map(({ path, message }) => ({
          line: 1,
          message: `\`${path.join('.')}\` ${message}`,
        }))
      },
      write: (content, written) => {
        const { passPercent: _, dueAt, ...others } = DraftAssignment.parse({})
        const stated = (Object.keys(others) as (keyof typeof others)[]).flatMap((name) =>
          JSON.stringify(written[name]) === JSON.stringify(others[name])
            ? []
            : [[name, written[name]] as const],
        )
        return {
          fields: {
            pass: written.passPercent,
            ...(written.dueAt !== dueAt && { due: written.dueAt }),
            ...Object.fromEntries(stated),
          },
          text: content,
        }
      },
    },
    show: (assignment) => ({ ...assignment, points: pointsOf(assignment) }),
  } satisfies OwnParts<Assignment>,
} satisfies LessonTypeParts

/** Returns the most points: with a rubric, those of its best levels together. */
export function pointsOf(assignment: Assignment): number {
  const rubric = rubricOf(assignment)
  return rubric.length === 0 ? assignment.points : bestOf(rubric)
}

/**
 * Returns the criteria graded one by one. Ignores an earlier rubric without points, which passed
 * everybody.
 */
export function rubricOf({ rubric }: Assignment): Assignment['rubric'] {
  return bestOf(rubric) > 0 ? rubric : []
}

function bestOf(rubric: readonly z.output<typeof RubricCriterion>[]): number {
  const best = rubric.map(({ levels }) => Math.max(0, ...levels.map((level) => level.points)))
  return best.reduce((sum, one) => sum + one, 0)
}
