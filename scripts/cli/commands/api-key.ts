import type { Command } from 'commander'
import type { CreateOptions, ListOptions, RotateOptions } from '../actions/api-key.ts'
import { type CautionOptions, dryRunOption, yesOption } from '../caution.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addApiKeyCommands(program: Command): void {
  const apiKey = program
    .command('api-key')
    .description('Creates, lists, rotates and revokes keys of programs.')
    .addHelpText(
      'after',
      examples(
        'api-key create Reports --for grace.hopper@example.com --scope reports:read',
        'api-key list',
      ),
    )

  apiKey
    .command('create')
    .description(
      'Creates a key that acts for an administrator, and prints it, this once. stdout has nothing ' +
        'but the key.',
    )
    .argument('<name>', 'purpose of the key')
    .requiredOption('--for <email>', 'administrator for whom it acts')
    .option(
      '--scope <scope>',
      'scope, like users:read; can be repeated. x:write needs x:read',
      collect,
      [],
    )
    .option(
      '--course <id or slug>',
      'course that it reads or writes for authors; can be repeated',
      collect,
      [],
    )
    .option('--expires <when>', 'last day, or instant, at most a year from now; else 90 days')
    .option('--time-zone <zone>', 'where days end (default: UTC)')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'api-key create Catalogue --for grace.hopper@example.com --scope catalogue:read',
        'api-key create Sync --for grace.hopper@example.com --scope enrollments:read --scope enrollments:write',
      ),
    )
    .action(async (name: string, options: OutputOptions & CreateOptions) =>
      show(await (await actions()).create(name, options), options),
    )

  apiKey
    .command('list')
    .description('Lists the keys that work, newest first.')
    .option('--all', 'also those that ended in the last 90 days')
    .option(...jsonOption)
    .addHelpText('after', examples('api-key list', 'api-key list --all --json'))
    .action(async (options: OutputOptions & ListOptions) =>
      show(await (await actions()).list(options), options),
    )

  apiKey
    .command('rotate')
    .description(
      'Gives a key a new secret and prints the new key, this once. The one before works for a while.',
    )
    .argument('<id>', 'id of the key, or its first part after lyc_')
    .option('--overlap-hours <number>', 'hours for which the former secret works, 0 to 168', '24')
    .option('--for <email>', 'administrator for whom it acts from now on; else as before')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('api-key rotate 7Hd2kPq9Wm4x', 'api-key rotate 7Hd2kPq9Wm4x --overlap-hours 1'),
    )
    .action(async (id: string, options: OutputOptions & RotateOptions) =>
      show(await (await actions()).rotate(id, options), options),
    )

  apiKey
    .command('revoke')
    .description('Revokes a key for good, with all its secrets. Running it again has no effect.')
    .argument('<id>', 'id of the key, or its first part after lyc_')
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples('api-key revoke 7Hd2kPq9Wm4x --yes'))
    .action(async (id: string, options: OutputOptions & CautionOptions) =>
      show(await (await actions()).revoke(id, options), options),
    )
}

function collect(value: string, others: string[]): string[] {
  return [...others, value]
}

function actions() {
  return import('../actions/api-key.ts')
}
