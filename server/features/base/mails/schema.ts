import { z } from 'zod'
import { mailStatuses } from '../../../../db/queries/base/mails.ts'
import { withPeriod } from '../../../lib/lists/periods.ts'
import { exampleIds, Id, IdInPath, Instant, listOf, pageInput } from '../../../lib/schema.ts'
import { mailKinds } from '../../../texts/texts.ts'
import { ChosenUser } from '../admin/choice-schema.ts'

const status = z.enum(mailStatuses).meta({
  description:
    'waiting: to be sent, or tried again after a failure; sent: a mail server took it; failed: it ' +
    'was refused for good, or given up after a day',
  examples: ['failed'],
})

export const SentMail = z
  .object({
    id: Id.meta({ description: 'The mail', examples: [exampleIds.transaction] }),
    userId: Id.nullable().meta({
      description: 'The account that it is about; null for an invitation and an erased account',
      examples: [exampleIds.user],
    }),
    kind: z
      .string()
      .meta({ description: 'The kind of mail, by name', examples: ['course-enrolled'] }),
    status,
    attempts: z.int().meta({ description: 'How often it was tried', examples: [3] }),
    failure: z
      .string()
      .nullable()
      .meta({
        description: 'Why the last try failed; null if it did not',
        examples: ['the mail was not taken: EENVELOPE at RCPT TO, 550'],
      }),
    repeatable: z.boolean().meta({
      description: 'Whether you can send it again: never codes, nor before it is sent or failed',
      examples: [true],
    }),
    createdAt: Instant.describe('When it was requested'),
    endedAt: Instant.nullable().describe('When it was sent or given up; null until then'),
  })
  .meta({ id: 'SentMail', description: 'A mail, without its text and its recipient' })
export type SentMail = z.infer<typeof SentMail>

export const SentMailList = listOf(SentMail, 'Mails, newest first')
export type SentMailList = z.infer<typeof SentMailList>

export const ListMailsInput = withPeriod({
  ...pageInput,
  user: ChosenUser.optional().meta({
    description: 'Only mails about this account: its email or id',
  }),
  kind: z
    .enum(mailKinds)
    .optional()
    .meta({ description: 'Only this kind', examples: ['course-enrolled'] }),
  status: status.optional().meta({ description: 'Only mails with this status' }),
})
export type ListMailsInput = z.infer<typeof ListMailsInput>

export const MailInput = z.object({
  id: IdInPath.meta({ description: 'Id of the mail', examples: [exampleIds.transaction] }),
})
export type MailInput = z.infer<typeof MailInput>
