import { z } from 'zod'
import { mailStatuses } from '../../../../db/queries/platform/mails.ts'
import { withPeriod } from '../../../../lib/lists/periods.ts'
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
import { mailKinds } from '../../../texts/texts.ts'
import { ChosenUser } from '../admin/choice-schema.ts'
import { Names } from '../admin/names.ts'

export const mailStatus = field(
  z.enum(mailStatuses),
  'waiting: to be sent, or tried again after a failure; sent: a mail server took it; failed: it ' +
    'was refused for good, or given up after a day',
  'failed',
)

export const SentMail = named('SentMail', 'A mail, without its text and address', {
  id: field(Id, 'The mail', exampleIds.transaction),
  userId: Id.nullable().meta({
    description: 'The account that it is about; null for an invitation and an erased account',
    examples: [exampleIds.user],
  }),
  kind: field(z.string(), 'The kind of mail, by name', 'course-enrolled'),
  status: mailStatus,
  attempts: field(z.int(), 'How often it was tried', 3),
  failure: field(
    z.string().nullable(),
    'Why the last try failed; null if it did not',
    'the mail was not taken: EENVELOPE at RCPT TO, 550',
  ),
  repeatable: z.boolean().meta({
    description: 'Whether you can send it again: never codes, nor before it is sent or failed',
    examples: [true],
  }),
  createdAt: Instant.describe('When it was requested'),
  endedAt: Instant.nullable().describe('When it was sent or given up; null until then'),
  names: Names,
})
export type SentMail = z.infer<typeof SentMail>

export const SentMailList = listOf(SentMail, 'Mails, newest first')
export type SentMailList = z.infer<typeof SentMailList>

export const ListMailsInput = withPeriod({
  ...pageInput,
  user: ChosenUser.optional().meta({
    description: 'Only mails about this account: its email or id',
  }),
  kind: field(z.enum(mailKinds).optional(), 'Only this kind', 'course-enrolled'),
  status: mailStatus.optional().meta({ description: 'Only mails with this status' }),
})
export type ListMailsInput = z.infer<typeof ListMailsInput>

export const MailInput = z.strictObject({
  mailId: field(IdInPath, 'Id of the mail', exampleIds.transaction),
})
export type MailInput = z.infer<typeof MailInput>
