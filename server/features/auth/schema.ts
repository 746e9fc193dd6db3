import { z } from 'zod'
import { exampleIds, Id, Instant, text } from '../../lib/schema.ts'

/** Trimmed, lower case, compatibility forms folded: one identity however it is typed. */
export const Email = z
  .string()
  .max(1000)
  .trim()
  .normalize('NFKC')
  .toLowerCase()
  .max(254)
  .regex(z.regexes.email, 'is not an email address')
  .regex(/^[^@]{1,64}@/, 'has more than 64 characters before the @')
  .meta({
    description:
      'Email address. Spaces around it, capitals and full-width letters make no difference',
    format: 'email',
    examples: ['ada.lovelace@example.com'],
  })

export const minPasswordLength = 8
export const maxPasswordLength = 256

/** Counted in characters as people see them (code points), after NFC. */
export const NewPassword = z
  .string()
  .max(4 * maxPasswordLength)
  .refine(
    (password) => password.isWellFormed() && !password.includes('\0'),
    'holds characters that are not text',
  )
  .refine((password) => password.trim() !== '', 'must not be blank')
  .refine(
    (password) => lengthOf(password) >= minPasswordLength,
    `must have at least ${minPasswordLength} characters`,
  )
  .refine(
    (password) => lengthOf(password) <= maxPasswordLength,
    `must have at most ${maxPasswordLength} characters`,
  )
  .meta({
    description: `${minPasswordLength} to ${maxPasswordLength} characters, not all of them spaces, and not one of the common passwords; a sentence is fine`,
    minLength: minPasswordLength,
    maxLength: maxPasswordLength,
    examples: ['correct horse battery staple'],
  })

function lengthOf(password: string): number {
  return [...password.normalize('NFC')].length
}

export const Code = z
  .string()
  .max(100)
  .trim()
  .regex(/^\d{8}$/, 'must be the 8 digits of the mail')
  .meta({
    description: 'The 8 digits of the mail, which are good for ten minutes and five tries',
    examples: ['04827193'],
  })

export const PersonName = text(120)
  .regex(/[\p{L}\p{N}]/u, 'must hold at least one letter')
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters')
  .regex(
    /^[^\u2028-\u202e\u2066-\u2069]*$/u,
    'must be one line that does not turn the direction of text',
  )
  .meta({ description: 'Name as it stands on certificates', examples: ['Ada Lovelace'] })

export const Registration = z
  .object({
    email: Email,
    password: NewPassword,
    name: z
      .preprocess(
        (name: string | undefined) =>
          typeof name === 'string' && name.trim() === '' ? undefined : name,
        PersonName.optional(),
      )
      .describe(
        'Name as it stands on certificates: one line with at least one letter or digit. Without one, or with a blank one, it is made from the email',
      ),
  })
  .meta({ id: 'Registration', description: 'Who wants to join' })
export type Registration = z.infer<typeof Registration>

export const Account = z
  .object({
    id: Id.meta({ description: 'The user', examples: [exampleIds.user] }),
    email: z
      .string()
      .meta({ description: 'Email address', examples: ['ada.lovelace@example.com'] }),
    name: z
      .string()
      .meta({ description: 'Name as it stands on certificates', examples: ['Ada Lovelace'] }),
    role: z.enum(['learner', 'admin']).describe('Administrators see the certificates of everyone'),
  })
  .meta({ id: 'Account', description: 'A user as that user sees it' })

export const Registered = z
  .object({
    user: Account,
    message: z.string().meta({
      description: 'What to do next, for people',
      examples: ['We have mailed you a code to verify your email.'],
    }),
  })
  .meta({ id: 'Registered', description: 'A new account, and what comes next' })
export type Registered = z.infer<typeof Registered>

/** One that is compared. Any text: what is wrong with it is not told. */
export const Password = z
  .string()
  .max(4 * maxPasswordLength)
  .refine((password) => password.trim() !== '', 'must not be blank')
  .meta({ description: 'The password', pattern: '\\S', examples: ['correct horse battery staple'] })

export const Credentials = z
  .object({ email: Email, password: Password })
  .meta({ id: 'Credentials', description: 'Email and password' })
export type Credentials = z.infer<typeof Credentials>

export const Login = z
  .object({
    token: z.string().meta({
      description: 'JWT; send it as "Authorization: Bearer <token>"',
      examples: ['eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTlhOWMzZSJ9.c2lnbmVk'],
    }),
    tokenType: z.literal('Bearer').describe('How the token is sent'),
    expiresAt: Instant.meta({
      description: 'After this the token is refused with TokenExpired',
      examples: ['2026-11-21T21:30:00.000Z'],
    }),
    user: Account,
  })
  .meta({ id: 'Login', description: 'A token, and whom it stands for' })
export type Login = z.infer<typeof Login>

export const EmailInput = z
  .object({ email: Email })
  .meta({ id: 'EmailInput', description: 'Whom to write to' })
export type EmailInput = z.infer<typeof EmailInput>

export const PasswordReset = z.object({ email: Email, otp: Code, newPassword: NewPassword }).meta({
  id: 'PasswordReset',
  description: 'The one-time password of the mail, and the password to have from now on',
})
export type PasswordReset = z.infer<typeof PasswordReset>

export const EmailVerification = z.object({ email: Email, code: Code }).meta({
  id: 'EmailVerification',
  description: 'The code of the mail, which shows that the address is mine',
})
export type EmailVerification = z.infer<typeof EmailVerification>

export const Done = z
  .object({
    message: z.string().meta({ description: 'What happened, for people', examples: ['Done.'] }),
  })
  .meta({ id: 'Done', description: 'It is done' })
export type Done = z.infer<typeof Done>
