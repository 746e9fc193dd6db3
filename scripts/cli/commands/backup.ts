import type { CommandEntry } from '../command-entry.ts'

export const backupCommands: CommandEntry[] = [
  {
    name: 'backup',
    about: 'Creates and verifies backups.',
    examples: ['create', 'verify lyceum-20261122-031500.tar.gz'],
    commands: [
      {
        name: 'create',
        about:
          'Writes the database, as of one moment, into one file; with CERTIFICATE_STORAGE=folder the ' +
          'PDFs of certificates, too. The service goes on. The keys are not in it: keep them ' +
          'elsewhere, see --keys. Sessions and codes are not in it, and no jobs.',
        arguments: [['[path]', 'file to write; default: lyceum-DAY-TIME.tar.gz in this folder']],
        options: [
          ['--files', 'include the PDFs of certificates from a bucket (CERTIFICATE_STORAGE=s3)'],
          ['--keys <path>', 'copy the keys to this file, in a different folder than the backup'],
        ],
        examples: ['', '/backups/lyceum.tar.gz --keys /vault/lyceum-keys.json'],
        run: async () => (await import('../actions/backup.ts')).createBackup,
        opensItself: true,
      },
      {
        name: 'verify',
        about:
          'Reads a backup to its end, compares every table and file with its own record, and restores ' +
          'it into a scratch database that is dropped again, where one can be made.',
        arguments: [['<path>', 'the backup']],
        options: [['--no-scratch', 'leave out the scratch database']],
        examples: ['lyceum.tar.gz'],
        run: async () => (await import('../actions/backup.ts')).verifyBackup,
        opensItself: true,
      },
    ],
  },
  {
    name: 'restore',
    about:
      'Restores a backup into the empty database that DATABASE_URL names, and puts the service ' +
      'into quarantine: it only reads until `reconcile` and `quarantine off`. All or nothing: ' +
      'interrupted, it leaves the database empty, and can be run again.',
    arguments: [['<path>', 'the backup']],
    options: [
      ['--quarantine', 'confirms that the service is to start in quarantine', { required: true }],
    ],
    examples: ['lyceum.tar.gz --quarantine'],
    run: async () => (await import('../actions/restore.ts')).restoreBackup,
    opensItself: true,
  },
]
