import { z } from 'zod'
import { Email } from '../../../../lib/email.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  listOf,
  named,
  pageInput,
} from '../../../../lib/schema.ts'
import { MemberRole } from '../../../security/course-roles.ts'
import { ChosenCohort } from '../../platform/admin/choice-schema.ts'
import { proofFields, requireProof } from '../../platform/proof/schema.ts'

const courseId = field(IdInPath, 'Id of the course', exampleIds.course)

export const TaughtCohorts = field(
  z
    .array(
      z.object({
        id: field(Id, 'The cohort', exampleIds.cohort),
        name: field(z.string(), 'Its name', 'Class of 2026'),
      }),
    )
    .nullable(),
  'Of a teacher: the cohorts they teach; null for all learners',
  null,
)

export const Member = named('Member', 'A user who works on a course', {
  user: z
    .object({
      id: field(Id, 'The user', exampleIds.user),
      name: field(z.string(), 'Name of the user', 'Ada Lovelace'),
      email: field(
        z.string().nullable(),
        'Shown to owners and administrators; null to others',
        'ada@example.com',
      ),
    })
    .describe('The member'),
  role: MemberRole,
  cohorts: TaughtCohorts,
  addedAt: Instant.describe('When the user became a member'),
})
export type Member = z.infer<typeof Member>

export const MemberList = listOf(Member, 'The members of a course, in the order of their ids')
export type MemberList = z.infer<typeof MemberList>

export const ListMembersInput = z.strictObject({ courseId, ...pageInput })
export type ListMembersInput = z.infer<typeof ListMembersInput>

export const AddMemberInput = requireProof(
  z.strictObject({
    courseId,
    email: Email.describe('Email of a verified account'),
    role: MemberRole,
    cohorts: field(
      z.array(ChosenCohort).min(1).max(20).optional(),
      'For a teacher: the cohorts they teach, by id or name. Default: all learners',
      ['Class of 2026'],
    ),
    ...proofFields,
  }),
).meta({ id: 'AddMemberInput', description: 'A new member, or a new role of one' })
export type AddMemberInput = z.infer<typeof AddMemberInput>

export const RemoveMemberInput = z.strictObject({
  courseId,
  userId: field(IdInPath, 'Id of the member', exampleIds.user),
})
export type RemoveMemberInput = z.infer<typeof RemoveMemberInput>

export const RemovedMember = named('RemovedMember', 'The user who is no longer a member', {
  userId: field(Id, 'The former member', exampleIds.user),
})
export type RemovedMember = z.infer<typeof RemovedMember>
