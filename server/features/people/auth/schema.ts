import { z } from 'zod'
import { userRoles } from '../../../../db/schema/people/users.ts'
import { Email, maxEmailLength } from '../../../../lib/email.ts'
import { maxPasswordLength, OneTimeCode, Password } from '../../../../lib/fields/credentials.ts'
import type { Rule } from '../../../../lib/fields/issue-code.ts'
import {
  exampleIds,
  field,
  Id,
  Instant,
  lenientObject,
  named,
  namedInput,
  text,
} from '../../../../lib/schema.ts'
import { AcceptedTerms } from '../../platform/terms/schema.ts'

export { maxPasswordLength, OneTimeCode, Password }

export const minPasswordLength = 8

/** Length in characters as people see them (code points), after NFC. */
export const NewPassword = z
  .string()
  .max(4 * maxPasswordLength)
  .refine(
    (password) => password.isWellFormed() && !password.includes('\0'),
    'contains characters that are not text',
  )
  .refine((password) => password.trim() !== '', 'must not be blank')
  .refine((password) => lengthOf(password) >= minPasswordLength, {
    error: `must have at least ${minPasswordLength} characters`,
    params: { code: 'minLength', limit: minPasswordLength } satisfies Rule,
  })
  .refine((password) => lengthOf(password) <= maxPasswordLength, {
    error: `must have at most ${maxPasswordLength} characters`,
    params: { code: 'maxLength', limit: maxPasswordLength } satisfies Rule,
  })
  .meta({
    description:
      `${minPasswordLength} to ${maxPasswordLength} characters, not only spaces, and not a ` +
      'common password; a sentence is fine',
    minLength: minPasswordLength,
    maxLength: maxPasswordLength,
    pattern: '\\S',
    examples: ['correct horse battery staple'],
  })

function lengthOf(password: string): number {
  return [...password.normalize('NFC')].length
}

export const PersonName = text(120)
  .refine((name) => /[\p{L}\p{N}]/u.test(name), 'must contain at least one letter or digit')
  .refine((name) => /^\P{Cc}*$/u.test(name), 'must be one line without control characters')
  .refine(
    (name) => /^[^\u2028-\u202e\u2066-\u2069]*$/.test(name),
    'must be one line without characters that change the direction of text',
  )
  .meta({
    description: 'Name as printed on certificates: one line with at least one letter or digit',
    pattern: '^\\s*\\S.*\\s*$',
    examples: ['Ada Lovelace'],
  })

export const RegisterInput = lenientObject({
  email: Email,
  password: NewPassword,
  name: z
    .preprocess(
      (name: string | undefined) =>
        typeof name === 'string' && name.trim() === '' ? undefined : name,
      PersonName.optional(),
    )
    .meta({
      description:
        'Name as printed on certificates: one line with at least one letter or digit. ' +
        'If it is absent or blank, we guess one from the email',
      minLength: 0,
      pattern: '^\\s*.*\\s*$',
    }),
  acceptedTerms: AcceptedTerms,
}).meta({ id: 'RegisterInput', description: 'The account to create' })
export type RegisterInput = z.infer<typeof RegisterInput>

export const Account = named('Account', 'Your account', {
  id: field(Id, 'Id of the user', exampleIds.user),
  email: field(z.string(), 'Email address', 'ada.lovelace@example.com'),
  name: field(z.string(), 'Name as printed on certificates', 'Ada Lovelace'),
  nameIsGuess: z
    .boolean()
    .describe('Whether we guessed the name from the email; set it with PATCH /api/v1/me'),
  role: z
    .enum(userRoles)
    .describe('Learner, or what you may do in administration (docs/administration.md)'),
})

export const Registration = named('Registration', 'The new account, and what to do next', {
  user: Account,
  message: z.string().meta({
    description: 'What to do next, as a sentence for people',
    examples: ['We have mailed you a code to verify your email.'],
  }),
})
export type Registration = z.infer<typeof Registration>

/**
 * An email to look up. Any text that is not an email belongs to nobody, and is answered like a
 * wrong one. PostgreSQL stores no NUL and no half of a surrogate pair, and failed logins are
 * counted by it as a key, so it stays short.
 */
const LoginEmail = z
  .string()
  .max(1000)
  .refine((email) => email.trim() !== '', 'must not be blank')
  .overwrite(
    (email) =>
      Email.safeParse(email).data ??
      email
        .trim()
        .toWellFormed()
        .replaceAll('\0', '\ufffd')
        .slice(0, maxEmailLength)
        .toWellFormed(),
  )
  .meta({
    description:
      'The email of the account. Surrounding spaces, case and full-width letters are ignored',
    pattern: '\\S',
    examples: ['ada.lovelace@example.com'],
  })

export const LoginInput = lenientObject({ email: LoginEmail, password: Password }).meta({
  id: 'LoginInput',
  description: 'Email and password',
})
export type LoginInput = z.infer<typeof LoginInput>

export const LoginResult = named('LoginResult', 'A token, and the account it belongs to', {
  token: z.string().meta({
    description: 'JWT; send it as "Authorization: Bearer <token>"',
    examples: ['eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTlhOWMzZSJ9.c2lnbmVk'],
  }),
  tokenType: z.literal('Bearer').describe('The authorization scheme to send the token with'),
  expiresAt: Instant.meta({
    description: 'From this time on the token is refused with TokenExpired',
    examples: ['2026-11-21T21:30:00.000Z'],
  }),
  user: Account,
})
export type LoginResult = z.infer<typeof LoginResult>

export const EmailInput = lenientObject({ email: Email }).meta({
  id: 'EmailInput',
  description: 'The email to send a code to',
})
export type EmailInput = z.infer<typeof EmailInput>

export const ResendVerificationInput = namedInput(
  'ResendVerificationInput',
  'The email to send a code to',
  { email: Email },
)

export const ResetPasswordInput = lenientObject({
  email: Email,
  otp: OneTimeCode,
  newPassword: NewPassword,
  unlinkIdentities: z
    .boolean()
    .optional()
    .describe(
      'Whether to unlink all identities at third parties that can sign in to the account: ' +
        'offer this to people who fear that somebody else had access. Default: false',
    ),
}).meta({
  id: 'ResetPasswordInput',
  description: 'The one-time password from the mail, and the new password',
})
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>

export const LinkedIdentity = named(
  'LinkedIdentity',
  'An identity at a third party that signs in to your account',
  {
    id: field(z.uuid(), 'Id of the identity', exampleIds.identity),
    provider: field(z.string(), 'Name of the provider', 'google'),
    title: field(z.string(), 'Display name of the provider', 'Google'),
    email: field(
      z.string().nullable(),
      'Your email at the provider when it was linked; null if it gave none',
      'ada@gmail.com',
    ),
    linkedAt: Instant.meta({ description: 'When the identity was linked to your account' }),
  },
)

export type LinkedIdentity = z.infer<typeof LinkedIdentity>

export const ResetPasswordResult = named('ResetPasswordResult', 'The new password is set', {
  message: z.string().meta({
    description: 'What happened, as a sentence for people',
    examples: ['Your new password is set. You can log in with it now.'],
  }),
  identities: z
    .array(LinkedIdentity)
    .describe('Identities at third parties that can still sign in to the account, oldest first'),
})
export type ResetPasswordResult = z.infer<typeof ResetPasswordResult>

export const AcceptAccountInput = namedInput(
  'AcceptAccountInput',
  'The link to an account, and its password',
  {
    token: field(text(200), 'What the link in the mail has behind `token=`', 'MDE5YTljM2U.c2ln'),
    newPassword: NewPassword,
  },
)
export type AcceptAccountInput = z.infer<typeof AcceptAccountInput>

export const AcceptedAccount = named('AcceptedAccount', 'The account is its owner’s', {
  email: field(z.string(), 'What to log in with', 'ada.lovelace@example.com'),
  message: field(z.string(), 'The next step, as a sentence for people', 'You can log in now.'),
})
export type AcceptedAccount = z.infer<typeof AcceptedAccount>

export const VerifyEmailInput = namedInput(
  'VerifyEmailInput',
  'The email to verify, and the code that was mailed to it',
  {
    email: Email,
    code: OneTimeCode,
    password: Password.optional().describe(
      'The password that the account was registered with. Send it whenever you have it: it shows ' +
        'that whoever owns the mailbox has also registered. Without it, the IP address has to be ' +
        'the one that registered',
    ),
  },
)
export type VerifyEmailInput = z.infer<typeof VerifyEmailInput>

export const VerifyEmailResult = named('VerifyEmailResult', 'The email is verified', {
  message: z.string().meta({
    description: 'A sentence for people: the result, and the next step',
    examples: ['Your email is verified. You can log in now.'],
  }),
  resetRequired: z
    .boolean()
    .describe(
      'True if the password of the registration no longer works, because somebody else may ' +
        'have chosen it. We have then mailed a one-time password: ask for it and for a new ' +
        'password, and call resetpassword',
    ),
})
export type VerifyEmailResult = z.infer<typeof VerifyEmailResult>

export const Message = named('Message', 'The operation succeeded', {
  message: field(z.string(), 'What happened, as a sentence for people', 'You are logged out.'),
})
export type Message = z.infer<typeof Message>
