import type { CommandEntry, Described } from '../command-entry.ts'
import { loading, operationCommand } from '../operations/operation-command.ts'
import { schoolZoneOption } from './described.ts'

const keys = loading(async () => ({
  ...(await import('../../../server/features/people/api-keys/schema.ts')),
  ...(await import('../../../server/features/people/api-keys/list-api-keys.ts')),
  ...(await import('../../../server/features/people/api-keys/revoke-api-key.ts')),
}))

const actions = () => import('../actions/api-key.ts')

const administrator = { as: 'email', finds: 'user' } as const

const keyArgument: Described = [
  '<id>',
  'id of the key, or its first part after lyc_',
  { as: 'keyId', field: 'apiKeyId', finds: 'apiKey', example: '7Hd2kPq9Wm4x' },
]

export const apiKeyCommands: CommandEntry = {
  name: 'api-key',
  about: 'Creates, lists, rotates and revokes API keys.',
  examples: ['create Reports --for grace.hopper@example.com --scope reports:read', 'list'],
  commands: [
    {
      name: 'create',
      about:
        'Creates a key that acts for an administrator, and prints it, this once. stdout has nothing ' +
        'but the key.',
      arguments: [['<name>', 'purpose of the key', { as: 'name' }]],
      options: [
        ['--for <email>', 'administrator for whom it acts', { required: true, ...administrator }],
        [
          '--scope <scope>',
          'scope, like users:read; can be repeated. x:write needs x:read',
          { repeated: true, required: true, as: 'scope' },
        ],
        [
          '--course <id or slug>',
          'course that it reads or writes for authors; can be repeated',
          { repeated: true },
        ],
        [
          '--expires <when>',
          'last day, or instant, at most a year from now; else 90 days',
          { as: 'lastDay' },
        ],
        schoolZoneOption,
      ],
      examples: [
        'Catalogue --for grace.hopper@example.com --scope catalogue:read',
        'Sync --for grace.hopper@example.com --scope enrollments:read --scope enrollments:write',
      ],
      run: async () => (await actions()).create,
    },
    operationCommand(keys('ListApiKeysInput', 'listApiKeys'), {
      name: 'list',
      about: 'Lists the keys that work, newest first.',
      operation: 'admin.apiKeys.list',
      options: { all: ['--all', 'also those that ended in the last 90 days'] },
      without: ['status'],
      examples: ['', '--all --json'],
      columns: ['publicId', 'name', 'status', 'scopes', 'endsOn', 'lastUsedAt'],
      keeps: ({ status }, { all }) => all === true || ['active', 'blocked'].includes(status),
      none: 'There are no keys.',
    }),
    {
      name: 'rotate',
      about:
        'Gives a key a new secret and prints the new key, this once. The one before works for a while.',
      arguments: [keyArgument],
      options: [
        [
          '--overlap-hours <number>',
          'hours for which the former secret works, 0 to 168',
          { default: '24', as: 'hours' },
        ],
        [
          '--for <email>',
          'administrator for whom it acts from now on; else as before',
          administrator,
        ],
      ],
      examples: ['7Hd2kPq9Wm4x', '7Hd2kPq9Wm4x --overlap-hours 1'],
      run: async () => (await actions()).rotate,
    },
    operationCommand(keys('ApiKeyInput', 'revokeApiKey'), {
      name: 'revoke',
      about: 'Revokes a key for good, with all its secrets. Running it again has no effect.',
      operation: 'admin.apiKeys.revoke',
      arguments: [keyArgument],
      care: { asks: 'Revoke the key for good?', word: 'revoke' },
      says: ({ id, name }) => `The key ${id} (${name}) is revoked.`,
    }),
  ],
}
