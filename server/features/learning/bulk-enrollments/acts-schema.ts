import { z } from 'zod'
import type { GivenToAct } from '../../../../db/schema/learning/bulk-enrollments.ts'
import { exampleIds, field, Id, IdInPath, named } from '../../../../lib/schema.ts'
import { ChosenLessonKey } from '../../courses/lessons/schema.ts'
import { announcementText } from '../announcements/schema.ts'
import { EndsAt } from '../enrollments/admin-schema.ts'
import { dueOn, reason } from '../extensions/schema.ts'
import { BulkEnrollment, BulkEnrollmentResult, maxRows } from './schema.ts'

const courseId = field(IdInPath, 'Id of the course', exampleIds.course)
const userId = field(Id, 'Id of the user', exampleIds.user)
const dryRun = z
  .boolean()
  .default(false)
  .meta({
    description: 'Says what it would do, and does nothing',
    examples: [true],
  })

/** Requires a field with these acts, and refuses it with any other. */
function belongTo(acts: Partial<Record<string, readonly string[]>>) {
  return (input: { act: string } & object, ctx: z.RefinementCtx): void => {
    for (const [name, having] of Object.entries(acts)) {
      const isGiven = (input as Record<string, unknown>)[name] !== undefined
      if (isGiven === having?.includes(input.act)) continue
      const message = isGiven ? `does not go with the act ${input.act}` : 'is missing: add it'
      ctx.addIssue({ code: 'custom', path: [name], message })
    }
  }
}

const text = announcementText.optional().describe('What to tell them; for `message` alone')

export const ActOnManyInput = z
  .strictObject({
    act: z.enum(['set-end', 'end', 'message', 'resend']).meta({
      description:
        'set-end: changes when enrollments end. end: ends them. message: tells the learners ' +
        'something in the course, and by mail. resend: mails invitations again',
      examples: ['set-end'],
    }),
    enrollments: z
      .array(z.strictObject({ userId, courseId: field(Id, 'Its course', exampleIds.course) }))
      .min(1)
      .max(maxRows)
      .optional()
      .meta({ description: `On which enrollments, ${maxRows} at most` }),
    invitations: z
      .array(field(Id, 'Id of the invitation', exampleIds.session))
      .min(1)
      .max(maxRows)
      .optional()
      .meta({ description: `Which invitations to mail again, ${maxRows} at most` }),
    endsAt: EndsAt.optional(),
    text,
    dryRun,
  })
  .superRefine(
    belongTo({
      enrollments: ['set-end', 'end', 'message'],
      invitations: ['resend'],
      endsAt: ['set-end'],
      text: ['message'],
    }),
  )
  .meta({
    id: 'ActOnManyInput',
    description: 'What to do with many enrollments or invitations',
    examples: [{ act: 'resend', invitations: [exampleIds.session], dryRun: true }],
  })
export type ActOnManyInput = z.infer<typeof ActOnManyInput>

export const ActOnLearnersInput = z
  .strictObject({
    courseId,
    act: z.enum(['extend', 'end', 'message']).meta({
      description:
        'extend: gives a later due date. end: ends the enrollments. message: tells the learners ' +
        'something in the course, and by mail',
      examples: ['message'],
    }),
    userIds: z
      .array(userId)
      .min(1)
      .max(maxRows)
      .meta({ description: `Which learners, ${maxRows} at most` }),
    lessonKey: ChosenLessonKey.optional().meta({
      description: 'Key of the lesson, for `extend` alone. Absent: the course as a whole',
      examples: ['tie-one'],
    }),
    dueOn: dueOn.optional().describe('The last day to complete it, for `extend` alone'),
    reason: reason.optional().describe('Why: the learners are told; for `extend` alone'),
    text,
    dryRun,
  })
  .superRefine(belongTo({ dueOn: ['extend'], reason: ['extend'], text: ['message'] }))
  .meta({
    id: 'ActOnLearnersInput',
    description: 'What to do with many learners of a course',
    examples: [{ act: 'end', userIds: [exampleIds.user], dryRun: true }],
  })
export type ActOnLearnersInput = z.infer<typeof ActOnLearnersInput>

const count = (description: string) => field(z.int(), description, 12)

const ActResult = BulkEnrollmentResult.omit({
  line: true,
  cohort: true,
  endsAt: true,
  endsOn: true,
})
  .extend({
    email: BulkEnrollmentResult.shape.email.describe('Their email; null for teachers, and nobody'),
  })
  .meta({ id: 'ActResult', description: 'A row, with what an act did or would do' })
export type ActResult = z.infer<typeof ActResult>

export const ActOnMany = named('ActOnMany', 'What an act on many does', {
  id: Id.nullable().meta({
    description: 'Its id; null for a dry run, which stores nothing',
    examples: [exampleIds.transaction],
  }),
  total: count('Number of rows'),
  changed: count('Rows that are acted on'),
  unchanged: count('Rows where everything is so already'),
  failed: count('Rows that are refused'),
  mails: count('Mails that go out'),
  rows: z
    .array(ActResult)
    .meta({ description: 'The first 100, those that are refused before the others' }),
})
export type ActOnMany = z.infer<typeof ActOnMany>

export const ActInCourseInput = z.strictObject({
  courseId,
  bulkEnrollmentId: field(IdInPath, 'The act', exampleIds.transaction),
})
export type ActInCourseInput = z.infer<typeof ActInCourseInput>

export const ActInCourse = BulkEnrollment.extend({
  rows: z.array(ActResult).meta({ description: 'The first 100 that failed' }),
}).meta({ id: 'ActInCourse', description: 'An act on learners of a course, and how far it is' })
export type ActInCourse = z.infer<typeof ActInCourse>

export type GivenInput = Omit<GivenToAct, 'announcements'>
