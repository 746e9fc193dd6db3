import type { Command } from 'commander'
import type { RotateOptions } from '../actions/keys.ts'
import { dryRunOption, yesOption } from '../caution.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addKeysCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('Creates, lists, rotates and prunes the keys of the service.')
    .addHelpText('after', examples('keys create', 'keys rotate', 'keys prune'))

  keys
    .command('create')
    .description(
      'Creates the keys that sign logins and protect passwords and codes, in the file KEYS_FILE ' +
        '(DATA_DIR/keys/keys.json), readable by its owner only. Never replaces an existing file: ' +
        'without its keys nobody can log in any more. Keep a copy in a safe place.',
    )
    .option(...jsonOption)
    .addHelpText(
      'after',
      `${examples('keys create')}\n  KEYS_FILE=/etc/lyceum/keys.json npm run lyceum -- keys create`,
    )
    .action(async (options: OutputOptions) => {
      const { createKeysFile } = await import('../actions/keys.ts')
      show(await createKeysFile(), options)
    })
  keys
    .command('list')
    .description(
      'Lists the keys without their secrets: those in use, former ones that are still valid, and ' +
        'those to be used next.',
    )
    .option(...jsonOption)
    .addHelpText('after', examples('keys list'))
    .action(async (options: OutputOptions) => {
      const { listKeys } = await import('../actions/keys.ts')
      show(await listKeys(), options)
    })

  keys
    .command('rotate')
    .description(
      'Adds a new signing key. Running servers read and publish it within seconds, and sign ' +
        'with it after the delay; tokens signed with the old key stay valid. Remove the old key' +
        ' later with `keys prune`.',
    )
    .option(
      '--pepper',
      'rotate the password pepper instead; each password moves to the new one at its next login',
    )
    .option('--codes', 'rotate the key of one-time codes instead')
    .option(
      '--credentials',
      'rotate the key that signs credentials instead; the old one stays published forever',
    )
    .option(
      '--after <duration>',
      'delay before the new key is used, so that every process and every cache of the published ' +
        'keys knows it',
      '10m',
    )
    .option(
      '--compromised',
      'the old key has leaked: replace it at once. All users are logged out, and open codes are ' +
        'void',
    )
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'keys rotate',
        'keys rotate --pepper',
        'keys rotate --compromised --dry-run',
        'keys rotate --compromised',
      ),
    )
    .action(async (options: OutputOptions & RotateOptions) => {
      const { rotateKeys } = await import('../actions/keys.ts')
      show(await rotateKeys(options), options)
    })

  keys
    .command('prune')
    .description(
      'Removes former keys that are no longer needed: signing keys once the last session from ' +
        'their time has ended, peppers once no password is stored with them, keys of codes ' +
        'once the last code has expired.',
    )
    .option(...jsonOption)
    .addHelpText('after', examples('keys prune'))
    .action(async (options: OutputOptions) => {
      const { pruneKeys } = await import('../actions/keys.ts')
      show(await pruneKeys(), options)
    })
}
