import { isIP } from 'node:net'
import { z } from 'zod'
import { withPeriod } from '../../../lib/lists/periods.ts'
import { exampleIds, Id, Instant, listOf, pageInput, text } from '../../../lib/schema.ts'
import { type AuditEvent, auditEvents } from '../../../security/audit.ts'
import { ChosenUser } from '../admin/choice-schema.ts'

const eventNames = Object.keys(auditEvents) as AuditEvent[]

export const AuditEntry = z
  .object({
    id: z.uuid().meta({ description: 'The entry', examples: [exampleIds.session] }),
    at: Instant.describe('When it happened'),
    event: z.string().meta({ description: 'What happened', examples: ['role-changed'] }),
    userId: z
      .uuid()
      .nullable()
      .meta({ description: 'The user it is about', examples: [exampleIds.user] }),
    actor: z.string().meta({
      description:
        'Who did it: `user:ID`, `key:ID`, `operator:NAME` at the command line, `anyone` without a ' +
        'token, or `service`',
      examples: [`user:${exampleIds.user}`],
    }),
    ip: z
      .string()
      .nullable()
      .meta({ description: 'From where: IPv6 by its /64', examples: ['192.0.2.7'] }),
    requestId: z
      .uuid()
      .nullable()
      .meta({ description: 'Finds the request in the log', examples: [exampleIds.session] }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
      description: 'Facts of the event; `before.` and `after.` what a change changed',
      examples: [{ 'before.role': 'learner', 'after.role': 'support' }],
    }),
  })
  .meta({ id: 'AuditEntry', description: 'An entry of the audit trail' })
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditEntryList = listOf(AuditEntry, 'Entries of the audit trail, newest first')
export type AuditEntryList = z.infer<typeof AuditEntryList>

const filters = {
  user: ChosenUser.optional().meta({
    description:
      'Only events about this user: their email or id. An email also finds the events from before ' +
      'it had an account',
  }),
  event: z
    .enum(eventNames)
    .optional()
    .meta({ description: 'Only this event, by its name', examples: ['role-changed'] }),
  actor: text(200)
    .optional()
    .meta({
      description: 'Only what this actor did: `actor` of an entry',
      examples: [`user:${exampleIds.user}`],
    }),
  ip: z
    .string()
    .max(64)
    .refine((ip) => isIP(ip.replace(/\/64$/, '')) !== 0, 'is no IP address')
    .optional()
    .meta({
      description: 'Only from this IP address: an IPv6 address stands for its /64',
      examples: ['192.0.2.7'],
    }),
  requestId: Id.optional().meta({
    description: 'Only what this request caused',
    examples: [exampleIds.session],
  }),
}

export const ListAuditInput = withPeriod({ ...filters, ...pageInput })
export type ListAuditInput = z.infer<typeof ListAuditInput>

export const ExportAuditInput = withPeriod(filters)
export type ExportAuditInput = z.infer<typeof ExportAuditInput>
