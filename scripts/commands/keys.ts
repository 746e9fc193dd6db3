import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('Makes the keys of the service.').addHelpText('after', examples('keys create'))

  keys
    .command('create')
    .description(
      'Makes the keys that sign logins and protect passwords and codes, in the file KEYS_FILE (DATA_DIR/keys/keys.json), readable by its ' +
        'owner only. Never replaces a file: without its keys nobody can log in any more. Keep a copy in a safe place.',
    )
    .option(...jsonOption)
    .addHelpText('after', `${examples('keys create')}\n  KEYS_FILE=/etc/lyceum/keys.json npm run lyceum -- keys create`)
    .action(async (options: OutputOptions) => {
      const { createKeysFile } = await import('../actions/keys.ts')
      show(await createKeysFile(), options)
    })
}
