import type { Command } from 'commander'
import type { AuditOptions } from '../actions/audit.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description(
      'Shows what is on record: logins and their failures, changes of passwords and roles, purchases, certificates, what operators did. The ' +
        'newest first. With an email: what happened to this account, and to this address before there was one.',
    )
    .argument('[email]', 'email of the user')
    .option(
      '--since <when>',
      'only what happened since then: a duration like 24h or 7d, or a moment like 2026-03-01T12:00:00Z',
    )
    .option('--limit <number>', 'at most so many events', '100')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('audit ada.lovelace@example.com', 'audit --since 24h --limit 500'),
    )
    .action(async (email: string | undefined, options: OutputOptions & AuditOptions) => {
      const { showAudit } = await import('../actions/audit.ts')
      show(await showAudit(email, options), options)
    })
}
