import type { Command } from 'commander'
import type { AuditOptions } from '../actions/audit.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description(
      'Shows the audit log, newest first: logins and failed logins, changed passwords and roles, ' +
        'purchases, certificates, and what operators did. With an email: the events of that ' +
        'account, and of the email before it had one.',
    )
    .argument('[email]', 'email of the user')
    .option(
      '--since <when>',
      'only events since then: a duration like 24h or 7d, or a time like 2026-03-01T12:00:00Z',
    )
    .option('--event <name>', 'only this event, like role-changed')
    .option('--actor <actor>', 'only what they did: user:ID, key:ID, operator:NAME, service')
    .option('--ip <address>', 'only from this IP address')
    .option('--request <id>', 'only what this request caused')
    .option('--limit <number>', 'maximum number of events', '100')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'audit ada.lovelace@example.com',
        'audit --since 24h --limit 500',
        'audit --event role-changed --actor operator:root',
      ),
    )
    .action(async (email: string | undefined, options: OutputOptions & AuditOptions) => {
      const { showAudit } = await import('../actions/audit.ts')
      show(await showAudit(email, options), options)
    })
}
