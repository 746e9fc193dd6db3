import { z } from 'zod'
import { languages } from '../../lib/languages.ts'
import { exampleIds, IdInPath, Instant, pageInput, pageOf } from '../../lib/schema.ts'
import { Account, Code, Email, NewPassword, Password, PersonName } from '../auth/schema.ts'
import { Certificate } from '../certificates/schema.ts'
import { proofFieldsOf, withProof } from './proof-schema.ts'

export const Me = Account.extend({
  language: z.enum(languages).describe('Language of the mails to me'),
  createdAt: Instant.describe('When the account was made'),
  certificates: z.array(Certificate).describe('The newest hundred'),
}).meta({ id: 'Me', description: 'My profile' })
export type Me = z.infer<typeof Me>

export const ProfileChange = z
  .object({
    name: PersonName.optional().describe(
      'Name as it stands on certificates from now on; those that were issued stay as they are',
    ),
    language: z.enum(languages).optional().describe('Language of the mails to me'),
  })
  .refine(({ name, language }) => name !== undefined || language !== undefined, {
    path: ['name'],
    error: 'is required, or a language',
  })
  .meta({ id: 'ProfileChange', description: 'What is to be different; what is left out stays' })
export type ProfileChange = z.infer<typeof ProfileChange>

export const PasswordChange = z
  .object({
    currentPassword: Password.describe('The password until now'),
    newPassword: NewPassword.meta({ examples: ['another horse battery staple'] }),
  })
  .meta({
    id: 'PasswordChange',
    description: 'The password until now, and the one to have from now on',
  })
export type PasswordChange = z.infer<typeof PasswordChange>

export const Session = z
  .object({
    id: z
      .uuid()
      .meta({ description: 'Names the session; no secret', examples: [exampleIds.session] }),
    device: z
      .string()
      .nullable()
      .meta({
        description: 'What the client said it was when it signed in; null where it said nothing',
        examples: ['Firefox on Windows'],
      }),
    ip: z
      .string()
      .nullable()
      .meta({
        description:
          'IP address from which it was opened: IPv4, or the /64 of IPv6; null where unknown',
        examples: ['203.0.113.7'],
      }),
    createdAt: Instant.describe('When it was opened'),
    lastUsedAt: Instant.describe('When it was last used, to within five minutes'),
    current: z.boolean().describe('Whether it is the one that asks'),
  })
  .meta({ id: 'Session', description: 'A sign-in that has not ended' })
export type Session = z.infer<typeof Session>

export const SessionList = pageOf(Session).meta({
  id: 'SessionList',
  description: 'My sessions, newest first',
})
export type SessionList = z.infer<typeof SessionList>

export const SessionListInput = z.object(pageInput)
export type SessionListInput = z.infer<typeof SessionListInput>

export const SessionChoice = z.object({
  id: IdInPath.meta({ description: 'The session', examples: [exampleIds.session] }),
})
export type SessionChoice = z.infer<typeof SessionChoice>

export const EmailChange = z
  .object({
    newEmail: Email.meta({
      description: 'The email to have instead',
      examples: ['ada.king@example.com'],
    }),
    password: Password.describe('My password'),
  })
  .meta({ id: 'EmailChange', description: 'The email to have instead' })
export type EmailChange = z.infer<typeof EmailChange>

export const EmailChangeConfirmation = z
  .object({
    oldCode: Code.describe('The 8 digits that were mailed to the email until now'),
    newCode: Code.meta({
      description: 'The 8 digits that were mailed to the new email',
      examples: ['61730528'],
    }),
  })
  .meta({
    id: 'EmailChangeConfirmation',
    description: 'The two codes, which show that both mailboxes are mine',
  })
export type EmailChangeConfirmation = z.infer<typeof EmailChangeConfirmation>

export const Erasure = withProof(z.object(proofFieldsOf('me.requestErasureCode'))).meta({
  id: 'Erasure',
  description: 'That it is really me: the password, or a code',
  examples: [{ password: 'correct horse battery staple' }],
})
export type Erasure = z.infer<typeof Erasure>
