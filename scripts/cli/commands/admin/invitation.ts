import type { Command } from 'commander'
import type { InvitationOptions } from '../../actions/admin/invitation.ts'
import { examples } from '../../help.ts'
import { jsonOption, type OutputOptions, show } from '../../output.ts'

export function addInvitationCommands(program: Command): void {
  const invitation = program
    .command('invitation')
    .description('Lists, withdraws and repeats invitations of people without a verified account.')
    .addHelpText('after', examples('invitation list --course knots'))

  invitation
    .command('list')
    .description('Lists the invitations that nobody has accepted yet, newest first.')
    .option('--course <course>', 'only of this course')
    .option('--cohort <cohort>', 'only of this cohort')
    .option('--email <email>', 'only of this email')
    .option(...jsonOption)
    .addHelpText('after', examples('invitation list', 'invitation list --course knots'))
    .action(async (options: OutputOptions & InvitationOptions) =>
      show(await (await actions()).list(options), options),
    )

  invitation
    .command('withdraw')
    .description('Withdraws an invitation, which frees its seat.')
    .argument('<id>', 'id of the invitation')
    .option(...jsonOption)
    .addHelpText('after', examples('invitation withdraw 019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'))
    .action(async (id: string, options: OutputOptions) =>
      show(await (await actions()).withdraw(id), options),
    )

  invitation
    .command('resend')
    .description('Sends the mail of an invitation again; it then waits for 90 days from now.')
    .argument('<id>', 'id of the invitation')
    .option(...jsonOption)
    .addHelpText('after', examples('invitation resend 019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'))
    .action(async (id: string, options: OutputOptions) =>
      show(await (await actions()).resend(id), options),
    )
}

function actions() {
  return import('../../actions/admin/invitation.ts')
}
