import type { Command } from 'commander'
import type { RotateOptions } from '../actions/keys.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export function addKeysCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('Makes, changes and lists the keys of the service.')
    .addHelpText('after', examples('keys create', 'keys rotate', 'keys prune'))

  keys
    .command('create')
    .description(
      'Makes the keys that sign logins and protect passwords and codes, in the file KEYS_FILE (DATA_DIR/keys/keys.json), readable by its ' +
        'owner only. Never replaces a file: without its keys nobody can log in any more. Keep a copy in a safe place.',
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
      'Lists the keys, without what is secret of them: which are in use, which are still good, which will be used next.',
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
      'Adds a new signing key. Running servers read it within seconds and publish it, and sign with it after the pause; what the old key ' +
        'signed stays valid. Take the old key away later by `keys prune`.',
    )
    .option(
      '--pepper',
      'the pepper of the passwords instead; each password takes the new one at its next login',
    )
    .option('--codes', 'the key of the one-time codes instead')
    .option(
      '--credentials',
      'the key that signs certificates as credentials instead; the old one stays published for ever',
    )
    .option(
      '--after <duration>',
      'pause until the new key is used, so that every process and everyone who keeps the published keys knows it',
      '10m',
    )
    .option(
      '--compromised',
      'the old key is in wrong hands: replace it at once. Everybody has to log in again, and open codes are void',
    )
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('keys rotate', 'keys rotate --pepper', 'keys rotate --compromised'),
    )
    .action(async (options: OutputOptions & RotateOptions) => {
      const { rotateKeys } = await import('../actions/keys.ts')
      show(await rotateKeys(options), options)
    })

  keys
    .command('prune')
    .description(
      'Removes keys that were followed by others and that nothing needs any more: signing keys when the last session of their time is over, ' +
        'peppers when no password is stored with them, keys of codes when the last code has expired.',
    )
    .option(...jsonOption)
    .addHelpText('after', examples('keys prune'))
    .action(async (options: OutputOptions) => {
      const { pruneKeys } = await import('../actions/keys.ts')
      show(await pruneKeys(), options)
    })
}
