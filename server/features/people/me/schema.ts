import { z } from 'zod'
import { newsMails } from '../../../../db/schema/people/users.ts'
import { Email } from '../../../../lib/email.ts'
import { TimeZone } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  IdInPath,
  Instant,
  listOf,
  named,
  namedInput,
  pageInput,
} from '../../../../lib/schema.ts'
import { AdminPermission } from '../../../security/permissions.ts'
import { languages } from '../../../texts/texts.ts'
import { Certificate } from '../../learning/certificates/schema.ts'
import { proofFieldsOf, requireProof } from '../../platform/proof/schema.ts'
import { Account, NewPassword, OneTimeCode, Password, PersonName } from '../auth/schema.ts'

/** Preferences of an account, shown by the profile and its export. */
export const preferenceFields = {
  timeZone: field(
    z.string().nullable(),
    "Where your days begin and end (IANA); null: the school's time zone",
    'Europe/Berlin',
  ),
  newsByMail: z
    .enum(newsMails)
    .describe(
      'How news of your courses come by mail, beside `me.notifications`: at-once, each; daily, once a ' +
        'day together; none, not at all. What concerns your account or your money always comes',
    ),
  announcementsByMail: z
    .boolean()
    .describe('Whether announcements of your courses come by mail too'),
  remindersByMail: field(
    z.boolean().nullable(),
    'Whether you are reminded by mail of what is due; null: you have not said, and the school decides',
    true,
  ),
}

export const Me = Account.extend({
  certificateName: field(
    z.string().nullable(),
    'Name for certificates; null where it is that of your profile',
    'Zhang Hong',
  ),
  nameFault: field(
    z.string().nullable(),
    'Why certificates cannot be printed with your name: set a `certificateName`; null if they can',
    'Certificates cannot be printed with U+13000 (Egyptian Hieroglyphs).',
  ),
  language: z.enum(languages).describe('Language of the mails you get'),
  ...preferenceFields,
  permissions: z
    .array(AdminPermission)
    .describe('What you may do in administration; nothing until you have the second factor'),
  needsSecondFactor: z
    .boolean()
    .describe('Whether your role does nothing in administration until you add a second factor'),
  hasCalendar: z.boolean().describe('Whether there is a key that reads your calendar'),
  createdAt: Instant.describe('When the account was created'),
  certificates: z.array(Certificate).describe('Your newest hundred certificates'),
}).meta({ id: 'Me', description: 'Your profile' })
export type Me = z.infer<typeof Me>

export const UpdateProfileInput = z
  .strictObject({
    name: PersonName.optional().describe(
      'Name to print on certificates from now on; issued ones keep the old name, except for a ' +
        'name we guessed: a new certificate replaces each one that bears it',
    ),
    certificateName: field(
      PersonName.nullable().optional(),
      'Name to print on certificates instead, from now on; null for that of your profile',
      'Zhang Hong',
    ),
    language: z.enum(languages).optional().describe('Language of the mails you get'),
    timeZone: field(
      TimeZone.nullable().optional(),
      "Where your days begin and end (IANA); null for the school's time zone",
      'Europe/Berlin',
    ),
    newsByMail: preferenceFields.newsByMail.optional(),
    announcementsByMail: preferenceFields.announcementsByMail.optional(),
    remindersByMail: z
      .boolean()
      .optional()
      .describe('Whether you are reminded by mail of what is due'),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    path: ['name'],
    error: 'or another field is required',
  })
  .meta({ id: 'UpdateProfileInput', description: 'The fields to change; others stay as they are' })
export type UpdateProfileInput = z.infer<typeof UpdateProfileInput>

export const ChangePasswordInput = namedInput(
  'ChangePasswordInput',
  'Your current password, and the new one',
  {
    currentPassword: Password.describe('Your current password'),
    newPassword: NewPassword.meta({ examples: ['another horse battery staple'] }),
  },
)
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>

export const Session = named('Session', 'A sign-in that has not ended', {
  id: field(z.uuid(), 'Id of the session; not a secret', exampleIds.session),
  device: field(
    z.string().nullable(),
    'Device, as the client described itself at sign-in; null if it did not',
    'Firefox on Windows',
  ),
  ip: field(
    z.string().nullable(),
    'IP address that the session was opened from: IPv4, or the /64 of IPv6; null if unknown',
    '203.0.113.7',
  ),
  createdAt: Instant.describe('When the session was opened'),
  lastUsedAt: Instant.describe('When the session was last used, accurate to five minutes'),
  current: z.boolean().describe('Whether this request uses the session'),
})
export type Session = z.infer<typeof Session>

export const SessionList = listOf(Session, 'Your sessions, newest first')
export type SessionList = z.infer<typeof SessionList>

export const ListSessionsInput = z.strictObject(pageInput)
export type ListSessionsInput = z.infer<typeof ListSessionsInput>

export const EndSessionInput = z.strictObject({
  sessionId: field(IdInPath, 'Id of the session to end', exampleIds.session),
})
export type EndSessionInput = z.infer<typeof EndSessionInput>

export const RequestEmailChangeInput = namedInput(
  'RequestEmailChangeInput',
  'The new email, and your password',
  {
    newEmail: field(Email, 'The new email', 'ada.king@example.com'),
    password: Password.describe('Your password'),
  },
)
export type RequestEmailChangeInput = z.infer<typeof RequestEmailChangeInput>

export const ConfirmEmailChangeInput = namedInput(
  'ConfirmEmailChangeInput',
  'The two codes, which prove that both mailboxes are yours',
  {
    oldCode: OneTimeCode.describe('The 8 digits mailed to the current email'),
    newCode: field(OneTimeCode, 'The 8 digits mailed to the new email', '61730528'),
  },
)
export type ConfirmEmailChangeInput = z.infer<typeof ConfirmEmailChangeInput>

export const EraseAccountInput = requireProof(
  z.strictObject(proofFieldsOf('me.requestErasureCode')),
).meta({
  id: 'EraseAccountInput',
  description: 'Proof that it is you: your password or a mailed code',
  examples: [{ password: 'correct horse battery staple' }],
})
export type EraseAccountInput = z.infer<typeof EraseAccountInput>
