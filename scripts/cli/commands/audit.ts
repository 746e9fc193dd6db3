import type { CommandEntry } from '../command-entry.ts'
import { loading, operationCommand } from '../operations/operation-command.ts'
import { limitOption } from './described.ts'

const audit = loading(async () => ({
  ...(await import('../../../server/features/platform/audit/schema.ts')),
  ...(await import('../../../server/features/platform/audit/search-audit.ts')),
}))

export const auditCommand: CommandEntry = operationCommand(audit('ListAuditInput', 'listAudit'), {
  name: 'audit',
  about:
    'Shows the audit log, newest first: logins and failed logins, changed passwords and roles, ' +
    'purchases, certificates, and what operators did. With an email: the events of that ' +
    'account, and of the email before it had one.',
  operation: 'admin.audit.list',
  arguments: [['[email]', 'email of the user', { as: 'email', field: 'user' }]],
  options: {
    from: [
      '--since <when>',
      'only events since then: a duration like 24h or 7d, or a time like 2026-03-01T12:00:00Z',
      { as: 'since' },
    ],
    actor: ['--actor <actor>', 'only what they did: user:ID, key:ID, operator:NAME, service'],
    ip: '--ip <address>',
    requestId: '--request <id>',
    limit: limitOption('events', '100'),
  },
  without: ['to', 'timeZone'],
  examples: [
    'ada.lovelace@example.com',
    '--since 24h --limit 500',
    '--event role-changed --actor operator:root',
  ],
  columns: ['at', 'event', 'actor', 'userId', 'ip', 'details', 'reason'],
  none: 'No events found.',
})
