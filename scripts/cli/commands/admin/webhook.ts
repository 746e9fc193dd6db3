import type { CommandEntry } from '../../command-entry.ts'
import { loading, operationCommand } from '../../operations/operation-command.ts'
import { idArgument } from '../described.ts'

const webhooks = loading(async () => ({
  ...(await import('../../../../server/features/platform/webhooks/schema.ts')),
  ...(await import('../../../../server/features/platform/webhooks/show-webhook.ts')),
}))

export const webhookCommands: CommandEntry = {
  name: 'webhook',
  about: 'Lists the webhooks, and disables one.',
  examples: ['list'],
  commands: [
    operationCommand(webhooks('ListWebhooksInput', 'showWebhooks'), {
      name: 'list',
      about: 'Lists the webhooks, without their secrets.',
      operation: 'admin.webhooks.list',
      examples: ['', '--json'],
      columns: [
        'id',
        'status',
        'reason',
        ['TYPES', ({ types }) => types ?? 'all'],
        // The path may hold a secret of the receiver.
        ['HOST', ({ url }) => new URL(url).host],
      ],
      none: 'There are no webhooks.',
    }),
    {
      name: 'disable',
      about:
        'Disables a webhook: nothing is sent to it any more. Running it again has no effect. Enable ' +
        'it in the API, and replay what happened meanwhile.',
      arguments: [idArgument('webhook')],
      run: async () => (await import('../../actions/admin/webhook.ts')).disable,
    },
  ],
}
