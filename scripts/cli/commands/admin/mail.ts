import type { Command } from 'commander'
import type { MailOptions } from '../../actions/admin/mail.ts'
import { examples } from '../../help.ts'
import { jsonOption, type OutputOptions, show } from '../../output.ts'

export function addMailCommands(program: Command): void {
  const mail = program
    .command('mail')
    .description('Lists the mails of the last 30 days, and sends them again.')
    .addHelpText('after', examples('mail list', 'mail list --status sent --from 2026-11-21'))

  mail
    .command('list')
    .description('Lists mails by their status, newest first, without text and recipient.')
    .option('--status <status>', 'failed, waiting or sent', 'failed')
    .option('--user <email>', 'only those about this account')
    .option('--kind <kind>', 'only this kind, like course-enrolled')
    .option('--from <when>', 'requested on this day or at this instant, or later')
    .option('--to <when>', 'requested on this day or at this instant, or earlier')
    .option('--time-zone <zone>', 'where the days begin and end', 'UTC')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('mail list', 'mail list --status sent --user ada.lovelace@example.com'),
    )
    .action(async (options: OutputOptions & MailOptions) =>
      show(await (await actions()).list(options), options),
    )

  mail
    .command('resend')
    .description(
      'Sends a mail again, to the email that the account has now. Codes are never sent again.',
    )
    .argument('<id>', 'id of the mail')
    .option(...jsonOption)
    .addHelpText('after', examples('mail resend 019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'))
    .action(async (id: string, options: OutputOptions) =>
      show(await (await actions()).resend(id), options),
    )
}

function actions() {
  return import('../../actions/admin/mail.ts')
}
