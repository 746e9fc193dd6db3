import { z } from 'zod'
import { exampleIds, field, Id, IdInPath, Instant, named, text } from '../../../../lib/schema.ts'
import { ChosenLessonKey } from '../../courses/lessons/schema.ts'

export const reason = field(text(500), 'Why: the learner is told', 'You were ill')
export const dueOn = field(
  z.iso.date().refine((day) => day >= '1970' && day < '3000', 'is not between 1970 and 2999'),
  'The last day, in their time zone, to complete it',
  '2027-02-14',
)

const OfLearner = z.strictObject({
  userId: field(IdInPath, 'Id of the user', exampleIds.user),
  courseId: field(IdInPath, 'Id of the course', exampleIds.course),
  lessonKey: ChosenLessonKey.optional().meta({
    description: 'Key of the lesson. Absent: the course as a whole',
    examples: ['tie-one'],
  }),
})

export const ExtendInput = OfLearner.extend({ dueOn, reason }).meta({
  id: 'ExtendInput',
  description: "One learner's later due date",
})
export type ExtendInput = z.infer<typeof ExtendInput>

export const RevokeExtensionInput = OfLearner.meta({
  id: 'RevokeExtensionInput',
  description: 'The extension to take back',
})
export type RevokeExtensionInput = z.infer<typeof RevokeExtensionInput>

export const Extension = named('Extension', "One learner's later due date, and why", {
  userId: field(Id, 'Id of the user', exampleIds.user),
  courseId: field(Id, 'Id of the course', exampleIds.course),
  lessonKey: field(z.string().nullable(), 'Key of the lesson; null for the course', 'tie-one'),
  dueOn,
  reason,
  grantedAt: Instant.describe('When it was given'),
})
export type Extension = z.infer<typeof Extension>

export const RevokedExtension = Extension.pick({ userId: true, courseId: true, lessonKey: true })
  .extend({ revoked: z.boolean().describe('Whether there was one') })
  .meta({ id: 'RevokedExtension', description: 'An extension that is taken back' })
export type RevokedExtension = z.infer<typeof RevokedExtension>
