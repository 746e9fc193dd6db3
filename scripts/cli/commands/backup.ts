import type { Command } from 'commander'
import type { CreateOptions, VerifyOptions } from '../actions/backup.ts'
import type { RestoreOptions } from '../actions/restore.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('Creates and verifies backups.')
    .addHelpText('after', examples('backup create', 'backup verify lyceum-20261122-031500.tar.gz'))

  backup
    .command('create')
    .description(
      'Writes the database, as of one moment, into one file; with CERTIFICATE_STORAGE=folder the ' +
        'PDFs of certificates, too. The service goes on. The keys are not in it: keep them ' +
        'elsewhere, see --keys. Sessions and codes are not in it, and no jobs.',
    )
    .argument('[path]', 'file to write; default: lyceum-DAY-TIME.tar.gz in this folder')
    .option('--files', 'include the PDFs of certificates from a bucket (CERTIFICATE_STORAGE=s3)')
    .option('--keys <path>', 'copy the keys to this file, in a different folder than the backup')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'backup create',
        'backup create /backups/lyceum.tar.gz --keys /vault/lyceum-keys.json',
      ),
    )
    .action(async (path: string | undefined, options: OutputOptions & CreateOptions) => {
      const { createBackup } = await import('../actions/backup.ts')
      show(await createBackup(path, options), options)
    })

  backup
    .command('verify')
    .description(
      'Reads a backup to its end, compares every table and file with its own record, and restores ' +
        'it into a scratch database that is dropped again, where one can be made.',
    )
    .argument('<path>', 'the backup')
    .option('--no-scratch', 'leave out the scratch database')
    .option(...jsonOption)
    .addHelpText('after', examples('backup verify lyceum.tar.gz'))
    .action(async (path: string, options: OutputOptions & VerifyOptions) => {
      const { verifyBackup } = await import('../actions/backup.ts')
      show(await verifyBackup(path, options), options)
    })

  program
    .command('restore')
    .description(
      'Restores a backup into the empty database that DATABASE_URL names, and puts the service ' +
        'into quarantine: it only reads until `reconcile` and `quarantine off`. All or nothing: ' +
        'interrupted, it leaves the database empty, and can be run again.',
    )
    .argument('<path>', 'the backup')
    .requiredOption('--quarantine', 'confirms that the service is to start in quarantine')
    .option(...jsonOption)
    .addHelpText('after', examples('restore lyceum.tar.gz --quarantine'))
    .action(async (path: string, options: OutputOptions & RestoreOptions) => {
      const { restoreBackup } = await import('../actions/restore.ts')
      show(await restoreBackup(path), options)
    })
}
