import type { CommandEntry } from '../command-entry.ts'
import { limitOption } from './described.ts'

export const auditCommand: CommandEntry = {
  name: 'audit',
  about:
    'Shows the audit log, newest first: logins and failed logins, changed passwords and roles, ' +
    'purchases, certificates, and what operators did. With an email: the events of that ' +
    'account, and of the email before it had one.',
  arguments: [['[email]', 'email of the user', { as: 'email' }]],
  options: [
    [
      '--since <when>',
      'only events since then: a duration like 24h or 7d, or a time like 2026-03-01T12:00:00Z',
    ],
    ['--event <name>', 'only this event, like role-changed'],
    ['--actor <actor>', 'only what they did: user:ID, key:ID, operator:NAME, service'],
    ['--ip <address>', 'only from this IP address'],
    ['--request <id>', 'only what this request caused'],
    limitOption('events', '100'),
  ],
  examples: [
    'ada.lovelace@example.com',
    '--since 24h --limit 500',
    '--event role-changed --actor operator:root',
  ],
  run: async () => (await import('../actions/audit.ts')).showAudit,
  opensItself: true,
}
