import type { CommandEntry } from '../../command-entry.ts'
import { idArgument } from '../described.ts'

const actions = () => import('../../actions/admin/webhook.ts')

export const webhookCommands: CommandEntry = {
  name: 'webhook',
  about: 'Lists the webhooks, and disables one.',
  examples: ['list'],
  commands: [
    {
      name: 'list',
      about: 'Lists the webhooks, without their secrets.',
      examples: ['', '--json'],
      run: async () => (await actions()).list,
    },
    {
      name: 'disable',
      about:
        'Disables a webhook: nothing is sent to it any more. Running it again has no effect. Enable ' +
        'it in the API, and replay what happened meanwhile.',
      arguments: [idArgument('webhook')],
      examples: ['019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05'],
      run: async () => (await actions()).disable,
    },
  ],
}
