import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export interface MigrateOptions extends OutputOptions {
  dryRun?: true
}

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description(
      'Brings the schema of the database up to date, while servers of the release before go on. ' +
        'Waits up to five minutes for locks; killed at any point, it can be run again.',
    )
    .option('--dry-run', 'list what is pending and its statements, and change nothing')
    .option(...jsonOption)
    .addHelpText('after', examples('migrate --dry-run', 'migrate'))
    .action(async (options: MigrateOptions) => {
      const { migrate, rehearseMigration } = await import('../actions/migrate.ts')
      show(await (options.dryRun ? rehearseMigration() : migrate()), options)
    })
}
