import { exampleIds, Id, text } from '../../lib/schema.ts'
import { Email } from '../../security/email.ts'

export const ChosenCourse = text(100).meta({
  description: 'Id or slug of the course',
  examples: ['building-a-course-player'],
})

export const ChosenCohort = text(100).meta({
  description: 'Id or name of the cohort',
  examples: ['Class of 2026'],
})

/** The fields of an input that name a person: one of the two, as `isOnePerson` requires. */
export const personInput = (email: string) => ({
  email: Email.optional().describe(email),
  userId: Id.optional().meta({
    description: 'Id of the user, instead of the email',
    examples: [exampleIds.user],
  }),
})

type Refinement<Input> = [(input: Input) => boolean, { path: string[]; error: string }]

export const isOnePerson: Refinement<{ email?: string | undefined; userId?: string | undefined }> =
  [
    ({ email, userId }) => (email === undefined) !== (userId === undefined),
    { path: ['email'], error: 'is required unless there is a `userId`, and cannot come with one' },
  ]
