import { isIP } from 'node:net'
import { z } from 'zod'
import { withPeriod } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  Instant,
  listOf,
  named,
  pageInput,
  text,
} from '../../../../lib/schema.ts'
import { type AuditEvent, auditEvents } from '../../../security/audit.ts'
import { ChosenUser } from '../admin/choice-schema.ts'
import { Names } from '../admin/names.ts'

const eventNames = Object.keys(auditEvents) as AuditEvent[]

export const AuditEntry = named('AuditEntry', 'An entry of the audit trail', {
  id: field(z.uuid(), 'The entry', exampleIds.session),
  at: Instant.describe('When it happened'),
  event: field(z.string(), 'What happened', 'role-changed'),
  userId: field(z.uuid().nullable(), 'The user it is about', exampleIds.user),
  actor: field(
    z.string(),
    'Who did it: `user:ID`, `key:ID`, `operator:NAME` at the command line, `anyone` without a ' +
      'token, or `service`',
    `user:${exampleIds.user}`,
  ),
  ip: field(z.string().nullable(), 'From where: IPv6 by its /64', '192.0.2.7'),
  requestId: field(z.uuid().nullable(), 'Finds the request in the log', exampleIds.session),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
    description: 'Facts of the event; `before.` and `after.` what a change changed',
    examples: [{ 'before.role': 'learner', 'after.role': 'support' }],
  }),
  reason: field(
    z.string().nullable(),
    'Why, as somebody wrote it: only for administrators, and until the account that it is about ' +
      'is erased',
    'Was ill for two weeks',
  ),
  names: Names,
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditEntryList = listOf(AuditEntry, 'Entries of the audit trail, newest first')
export type AuditEntryList = z.infer<typeof AuditEntryList>

const filters = {
  user: ChosenUser.optional().meta({
    description:
      'Only events about this user: their email or id. An email also finds the events from before ' +
      'it had an account',
  }),
  event: field(z.enum(eventNames).optional(), 'Only this event, by its name', 'role-changed'),
  actor: field(
    text(200).optional(),
    'Only what this actor did: `actor` of an entry, or the email or id of a user',
    `user:${exampleIds.user}`,
  ),
  ip: field(
    z
      .string()
      .max(64)
      .refine((ip) => isIP(ip.replace(/\/64$/, '')) !== 0, 'is no IP address')
      .optional(),
    'Only from this IP address: an IPv6 address stands for its /64',
    '192.0.2.7',
  ),
  requestId: field(Id.optional(), 'Only what this request caused', exampleIds.session),
}

export const ListAuditInput = withPeriod({ ...filters, ...pageInput })
export type ListAuditInput = z.infer<typeof ListAuditInput>

export const ExportAuditInput = withPeriod(filters)
export type ExportAuditInput = z.infer<typeof ExportAuditInput>
