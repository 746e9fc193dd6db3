import { z } from 'zod'
import { Id, Instant, text } from '../../schema.ts'

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
  .meta({ description: 'Email address', examples: ['ada.lovelace@example.com'] })

export const minPasswordLength = 8
export const maxPasswordLength = 256

/** Counted in characters as people see them (code points), after NFC. */
export const NewPassword = z
  .string()
  .max(4 * maxPasswordLength)
  .refine((password) => password.isWellFormed() && !password.includes('\0'), 'holds characters that are not text')
  .refine((password) => password.trim() !== '', 'must not be blank')
  .refine((password) => lengthOf(password) >= minPasswordLength, `must have at least ${minPasswordLength} characters`)
  .refine((password) => lengthOf(password) <= maxPasswordLength, `must have at most ${maxPasswordLength} characters`)
  .meta({
    description: `${minPasswordLength} to ${maxPasswordLength} characters; a sentence is fine`,
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
  .meta({ description: 'The 8 digits of the mail', examples: ['04827193'] })

export const PersonName = text(120)
  .regex(/[\p{L}\p{N}]/u, 'must hold at least one letter')
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters')
  .meta({ description: 'Name as it stands on certificates', examples: ['Ada Lovelace'] })

export const Registration = z.object({
  email: Email,
  password: NewPassword,
  name: z.preprocess(
    (name: string | undefined) => (typeof name === 'string' && name.trim() === '' ? undefined : name),
    PersonName.optional(),
  ),
})
export type Registration = z.infer<typeof Registration>

export const Account = z
  .object({ id: Id, email: z.string(), name: z.string(), role: z.enum(['learner', 'admin']) })
  .meta({ id: 'Account', description: 'A user as that user sees it' })

export const Registered = z.object({
  user: Account,
  message: z.string().describe('What to do next, for people'),
})
export type Registered = z.infer<typeof Registered>

export const Credentials = z.object({
  email: Email,
  // Any text: what is wrong with a password is not told at the login.
  password: z
    .string()
    .max(4 * maxPasswordLength)
    .refine((password) => password.trim() !== '', 'must not be blank'),
})
export type Credentials = z.infer<typeof Credentials>

export const Login = z
  .object({
    token: z.string().describe('JWT; send it as "Authorization: Bearer <token>"'),
    tokenType: z.literal('Bearer'),
    expiresAt: Instant.describe('After this the token is refused with TokenExpired'),
    user: Account,
  })
  .meta({ id: 'Login' })
export type Login = z.infer<typeof Login>

export const EmailOnly = z.object({ email: Email })
export type EmailOnly = z.infer<typeof EmailOnly>

export const PasswordReset = z.object({ email: Email, otp: Code, newPassword: NewPassword })
export type PasswordReset = z.infer<typeof PasswordReset>

export const EmailVerification = z.object({ email: Email, code: Code })
export type EmailVerification = z.infer<typeof EmailVerification>

export const Done = z.object({ message: z.string().describe('What happened, for people') }).meta({ id: 'Done' })
export type Done = z.infer<typeof Done>
