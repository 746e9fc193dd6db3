import { z } from 'zod'
import { userSorts } from '../../../../db/queries/people/users/find-users.ts'
import { userRoles } from '../../../../db/schema/people/users.ts'
import { Email } from '../../../../lib/email.ts'
import { bound, withPeriod } from '../../../../lib/lists/periods.ts'
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
  sortedPageInput,
  text,
} from '../../../../lib/schema.ts'
import { languages } from '../../../texts/texts.ts'
import { proofFields, requireProof } from '../../platform/proof/schema.ts'
import { TermsAcceptance } from '../../platform/terms/schema.ts'
import { PersonName } from '../auth/schema.ts'

const role = field(z.enum(userRoles), 'The role of the account', 'support')

export const UserSummary = named('UserSummary', 'An account, in a list', {
  id: field(Id, 'Id of the user', exampleIds.user),
  email: field(z.string(), 'Email address', 'ada.lovelace@example.com'),
  name: field(z.string(), 'Name as printed on certificates', 'Ada Lovelace'),
  role,
  emailVerifiedAt: Instant.nullable().describe('When the email was verified; null if it is not'),
  suspendedAt: Instant.nullable().describe('When the account was suspended; null if it is not'),
  lastSeenAt: Instant.nullable().describe(
    'When the user was last seen, to the hour; null if that was before it was kept, or never',
  ),
  createdAt: Instant.describe('When the account was created'),
})
export type UserSummary = z.infer<typeof UserSummary>

export const UserList = listOf(UserSummary, 'Accounts')
export type UserList = z.infer<typeof UserList>

export const ListUsersInput = withPeriod({
  q: field(
    text(100)
      .refine((q) => q.split(/\s+/).length <= 5, 'has more than five words')
      .optional(),
    'Words that are all in the email or name, whole or in part, in upper or lower case. A ' +
      'word of one or two characters is the beginning of a name',
    'lovelace',
  ),
  role: field(role.optional(), 'Only this role', 'support'),
  verified: field(z.boolean().optional(), 'Only those whose email is verified, or is not', true),
  suspended: field(z.boolean().optional(), 'Only those that are suspended, or are not', false),
  lastSeenSince: bound.optional().meta({
    description: 'Only those last seen on this day or later, or at this instant or later',
    examples: ['2026-11-01'],
  }),
  lastSeenBefore: bound.optional().meta({
    description: 'Only those last seen before this day or instant, or never',
    examples: ['2026-05-01'],
  }),
  sort: field(
    z.enum(userSorts).default('newest'),
    'By registration, the newest or the oldest first, or by when they were last seen, the ' +
      'latest first',
    'newest',
  ),
  ...sortedPageInput,
})
export type ListUsersInput = z.infer<typeof ListUsersInput>

const userId = field(IdInPath, 'Id of the user', exampleIds.user)

export const UserInput = z.strictObject({ userId })
export type UserInput = z.infer<typeof UserInput>

export const UserSortedPageInput = z.strictObject({ userId, ...sortedPageInput })
export type UserSortedPageInput = z.infer<typeof UserSortedPageInput>

export const UserPageInput = z.strictObject({ userId, ...pageInput })
export type UserPageInput = z.infer<typeof UserPageInput>

function countOf(what: string) {
  return field(z.int().min(0), what, 3)
}

const signInReasons = [
  'suspended',
  'unverified',
  'no-sign-in',
  'wrong-password',
  'locked',
  'wrong-code',
  'wrong-second-factor',
  'mail-failed',
  'invited',
] as const

const SignInReason = named('SignInReason', 'Why somebody does not get in, or may not', {
  code: z.enum(signInReasons).meta({
    description:
      'suspended; unverified: the email is; no-sign-in: there is neither a password nor a third ' +
      'party; wrong-password and wrong-code: typed since the last sign-in, within a week; locked: ' +
      'tries were refused within the hour, as too many; wrong-second-factor; mail-failed: the ' +
      'newest mail did not leave; invited: places wait until the email is verified',
    examples: ['unverified'],
  }),
  blocks: z.boolean().describe('Whether nobody gets in while it is so'),
  count: field(z.int().nullable(), 'How often, or how many, at least; null for neither', 6),
  since: Instant.nullable().describe('Since when, or when last; null where that is not known'),
  until: Instant.nullable().describe('When the account or the first place is gone; null if never'),
  detail: field(
    z.string().nullable(),
    'For mail-failed what the mail server said; null for the others',
    'the mail was not taken: EENVELOPE at RCPT TO, 550',
  ),
})
export type SignInReason = z.infer<typeof SignInReason>

export const UserDetails = UserSummary.extend({
  mayChange: z
    .boolean()
    .describe('Whether the account is yours to change: those of staff need `roles:write`'),
  nameIsGuess: z.boolean().describe('Whether the name was guessed from the email'),
  language: z.enum(languages).describe('Language of the mails to this user'),
  signsInWith: field(z.array(z.string()), 'How the user signs in', ['password', 'google']),
  secondFactors: field(z.int().min(0), 'Apps and passkeys that a sign-in also asks for', 1),
  access: z
    .object({
      canSignIn: z.boolean().describe('Whether the right password or third party lets them in'),
      reasons: z.array(SignInReason).describe('What speaks against it, the gravest first'),
    })
    .describe('Why they cannot get in, from the account and its newest hundred recorded events'),
  suspension: z
    .object({
      since: Instant.describe('When the account was suspended'),
      reason: z.string().meta({
        description: 'Why, in the words of administrators; the user never sees it',
        examples: ['Shared the account with a class'],
      }),
    })
    .nullable()
    .describe('Null unless the account is suspended'),
  terms: z.array(TermsAcceptance).describe('Terms of the school that they accepted, newest first'),
  counts: z
    .object({
      enrollments: countOf('Courses that the user has or had access to'),
      purchases: countOf('Purchases and enrollments that the user started'),
      certificates: countOf('Certificates of the user, valid or not'),
      cohorts: countOf('Cohorts that the user is a member of'),
      invitations: countOf('Places that wait for this email to be verified'),
      mails: countOf('Mails to the user in the last 30 days'),
      sessions: countOf('Sign-ins that have not ended'),
    })
    .describe('How much the lists of this user hold'),
}).meta({ id: 'UserDetails', description: 'An account as administrators see it' })
export type UserDetails = z.infer<typeof UserDetails>

/** The change alone; at the command line nobody proves who they are. */
export const NewRoleInput = z.strictObject({ userId, role })
export type NewRoleInput = z.infer<typeof NewRoleInput>

export const SetRoleInput = requireProof(NewRoleInput.extend(proofFields)).meta({
  id: 'SetRoleInput',
  description: 'The new role, and proof that it is you',
})

export const RemoveSecondFactorsInput = requireProof(
  z.strictObject({ userId, ...proofFields }),
).meta({ id: 'RemoveSecondFactorsInput', description: 'The account, and proof that it is you' })

export const VerifyUserInput = requireProof(z.strictObject({ userId, ...proofFields })).meta({
  id: 'VerifyUserInput',
  description: 'The account, and proof that it is you',
})

/** The change alone, without the proof. */
export const NewEmailInput = z.strictObject({
  userId,
  newEmail: field(Email, 'The email from now on', 'ada.king@example.com'),
})
export type NewEmailInput = z.infer<typeof NewEmailInput>

export const ChangeEmailOfUserInput = requireProof(NewEmailInput.extend(proofFields)).meta({
  id: 'ChangeEmailOfUserInput',
  description: 'The new email, and proof that it is you',
})

/** What is to be erased, without the proof. */
export const ErasedUser = z.strictObject({
  userId,
  email: field(Email, 'The email of the account, typed once more', 'ada.lovelace@example.com'),
})
export type ErasedUser = z.infer<typeof ErasedUser>

export const EraseUserInput = requireProof(ErasedUser.extend(proofFields)).meta({
  id: 'EraseUserInput',
  description: 'The account by its id and its email, and proof that it is you',
})

export const Erasure = named('Erasure', 'What the erasure of an account would do', {
  enrollments: countOf('Courses that close, with their progress and what was handed in'),
  invitations: countOf('Places that are withdrawn'),
  unpaid: countOf('Purchases that nobody has paid, which are canceled'),
  purchases: countOf('Purchases that stay in the books, without the person'),
  certificates: countOf('Certificates that stay valid, with the printed name'),
  apiKeys: countOf('Keys of programs that end'),
  ownerless: z
    .array(
      z.object({
        id: field(Id, 'Id of the course', exampleIds.course),
        title: field(z.string(), 'Its title', 'Building a course player'),
      }),
    )
    .describe('Courses that lose their last owner; at most 20'),
})
export type Erasure = z.infer<typeof Erasure>

export const CreateUserInput = namedInput('CreateUserInput', 'Whom to create an account for', {
  email: field(Email, 'Email of the person, who gets a code there', 'ada.lovelace@example.com'),
  name: PersonName,
  language: z.enum(languages).default('en').describe('Language of the mails to the account'),
})
export type CreateUserInput = z.infer<typeof CreateUserInput>

export const RenameUserInput = namedInput('RenameUserInput', 'The new name', {
  userId,
  name: PersonName,
})
export type RenameUserInput = z.infer<typeof RenameUserInput>

export const SuspendUserInput = namedInput(
  'SuspendUserInput',
  'The reason for suspending an account',
  {
    userId,
    reason: field(
      text(500),
      'Why, for administrators until the account is reinstated; the user never sees it',
      'Shared the account with a class',
    ),
  },
)
export type SuspendUserInput = z.infer<typeof SuspendUserInput>

export const EndUserSessionInput = z.strictObject({
  userId,
  sessionId: field(IdInPath, 'Id of the session to end', exampleIds.session),
})
export type EndUserSessionInput = z.infer<typeof EndUserSessionInput>
