import type { Command } from 'commander'
import { UsageError } from '../command-errors.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

interface DoctorOptions extends OutputOptions {
  data?: true
  fix?: true
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Checks whether this machine can run Lyceum with its current settings, and says how to fix ' +
        'problems.',
    )
    .option('--data', 'check the integrity of the data instead')
    .option('--fix', 'with --data: repair what can be repaired, and list the repairs')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Checks node, the configuration, the keys, the database and its migrations, the
clock, the browser that prints certificates with its sandbox and fonts, the
signing certificate, the storage of PDFs and of files of courses, the mail server,
sign-in providers, the data folder and free disk space. The exit code is 1 when a
check failed. --data also looks whether every file of a course is in its storage.
${examples('doctor', 'doctor --json', 'doctor --data', 'doctor --data --fix')}`,
    )
    .action(async (options: DoctorOptions) => {
      if (options.fix && !options.data)
        throw new UsageError('error: --fix can only be used with --data')
      if (options.data) {
        const { examineData } = await import('../actions/check-data.ts')
        return show(await examineData(options), options)
      }
      const { examine } = await import('../doctor/doctor.ts')
      show(await examine(), options)
    })
}
