import type { CommandEntry } from '../command-entry.ts'

export const migrateCommand: CommandEntry = {
  name: 'migrate',
  about:
    'Brings the schema of the database up to date, while servers of the release before go on. ' +
    'Waits up to five minutes for locks; killed at any point, it can be run again.',
  options: [['--dry-run', 'list what is pending and its statements, and change nothing']],
  examples: ['--dry-run', ''],
  run: async () => (await import('../actions/migrate.ts')).migrate,
  opensItself: true,
}
