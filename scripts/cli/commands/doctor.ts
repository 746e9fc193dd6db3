import type { CommandEntry } from '../command-entry.ts'
import { UsageError } from '../command-errors.ts'
import type { CommandResult } from '../output.ts'

interface DoctorOptions {
  data?: true
  fix?: true
}

export const doctorCommand: CommandEntry = {
  name: 'doctor',
  about:
    'Checks whether this machine can run Lyceum with its current settings, and says how to fix ' +
    'problems.',
  options: [
    ['--data', 'check the integrity of the data instead'],
    ['--fix', 'with --data: repair what can be repaired, and list the repairs'],
  ],
  notes: `
Checks node, the configuration, the keys, the database and its migrations, the
clock, the browser that prints certificates with its sandbox and fonts, the
signing certificate, the storage of PDFs and of files of courses, the mail server,
sign-in providers, the data folder and free disk space. The exit code is 1 when a
check failed. --data also looks whether every file of a course is in its storage.`,
  examples: ['', '--json', '--data', '--data --fix'],
  run: async () => examineMachineOrData,
  opensItself: true,
}

async function examineMachineOrData(options: DoctorOptions): Promise<CommandResult> {
  if (options.fix && !options.data)
    throw new UsageError('error: --fix can only be used with --data')
  if (options.data) return (await import('../actions/check-data.ts')).examineData(options)
  return (await import('../doctor/doctor.ts')).examine()
}
