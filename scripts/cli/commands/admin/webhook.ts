import type { Command } from 'commander'
import { examples } from '../../help.ts'
import { jsonOption, type OutputOptions, show } from '../../output.ts'

export function addWebhookCommands(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('Lists the webhooks, and disables one.')
    .addHelpText('after', examples('webhook list'))

  webhook
    .command('list')
    .description('Lists the webhooks, without their secrets.')
    .option(...jsonOption)
    .addHelpText('after', examples('webhook list', 'webhook list --json'))
    .action(async (options: OutputOptions) => show(await (await actions()).list(), options))

  webhook
    .command('disable')
    .description(
      'Disables a webhook: nothing is sent to it any more. Running it again has no effect. Enable ' +
        'it in the API, and replay what happened meanwhile.',
    )
    .argument('<id>', 'id of the webhook')
    .option(...jsonOption)
    .addHelpText('after', examples('webhook disable 019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'))
    .action(async (id: string, options: OutputOptions) =>
      show(await (await actions()).disable(id), options),
    )
}

function actions() {
  return import('../../actions/admin/webhook.ts')
}
