import { z } from 'zod'
import { Email } from '../../../../lib/email.ts'
import { Day } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  namedInput,
  pageInput,
} from '../../../../lib/schema.ts'
import { languages } from '../../../texts/texts.ts'
import { ChosenCohort, ChosenCourse } from '../../platform/admin/choice-schema.ts'
import { mailStatus } from '../../platform/mails/schema.ts'

export const Invitation = named('Invitation', 'A place that waits for somebody', {
  id: field(Id, 'Id of the invitation', exampleIds.session),
  email: field(z.string(), 'Email that is invited', 'new.learner@example.com'),
  courseId: Id.nullable().meta({
    description: 'The course; null for an invitation to register alone',
    examples: [exampleIds.course],
  }),
  courseTitle: field(z.string().nullable(), 'Title of the course', 'Building a course player'),
  cohortId: Id.nullable().meta({
    description: 'The cohort that the enrollment comes with; null for none',
    examples: [exampleIds.cohort],
  }),
  endsAt: Instant.nullable().describe('When the access is to end; null for never'),
  endsOn: field(Day.nullable(), "The last day of that in the school's time zone", '2027-06-30'),
  createdAt: Instant.describe('When the person was invited'),
  expiresAt: Instant.describe('When the invitation is deleted, and its seat is free again'),
  mail: z
    .object({
      status: mailStatus,
      failure: field(
        z.string().nullable(),
        'Why the last try failed; null if it did not',
        'the mail was not taken: EENVELOPE at RCPT TO, 550',
      ),
      createdAt: Instant.describe('When it was requested'),
    })
    .nullable()
    .describe('Its newest mail; null before the first try, and a month later'),
})
export type Invitation = z.infer<typeof Invitation>

export const InvitationList = listOf(
  Invitation,
  'Invitations that nobody has accepted yet, newest first',
)
export type InvitationList = z.infer<typeof InvitationList>

export const ListInvitationsInput = z.strictObject({
  course: ChosenCourse.optional().meta({ description: 'Only this course: its id or slug' }),
  cohort: ChosenCohort.optional().meta({ description: 'Only this cohort: its id or name' }),
  email: Email.optional().describe('Only this email'),
  ...pageInput,
})
export type ListInvitationsInput = z.infer<typeof ListInvitationsInput>

export const CreateInvitationInput = namedInput('CreateInvitationInput', 'The person to invite', {
  email: Email,
  language: z.enum(languages).default('en').describe('Language of the mail'),
})
export type CreateInvitationInput = z.infer<typeof CreateInvitationInput>

export const InvitationInput = z.strictObject({
  invitationId: field(IdInPath, 'Id of the invitation', exampleIds.session),
})
export type InvitationInput = z.infer<typeof InvitationInput>
