import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'
import { UsageError } from '../usage-error.ts'

interface DoctorOptions extends OutputOptions {
  data?: true
  fix?: true
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Checks whether this machine can run Lyceum with its present settings, and says how to mend what is wrong.',
    )
    .option('--data', 'check what must be true of the data instead')
    .option('--fix', 'with --data: mend what can be mended, and say what was done')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Checks node, the configuration, the keys, the database and its migrations, the
clock, the browser that prints certificates with its sandbox and fonts, what they
are signed with and where they are kept, the mail server, the data folder and the
space on its disk. The exit code is 1 when a check failed.
${examples('doctor', 'doctor --json', 'doctor --data', 'doctor --data --fix')}`,
    )
    .action(async (options: DoctorOptions) => {
      if (options.fix && !options.data) throw new UsageError('error: --fix belongs to --data')
      if (options.data) {
        const { examineData } = await import('../actions/check-data.ts')
        return show(await examineData(options), options)
      }
      const { examine } = await import('../actions/doctor.ts')
      show(await examine(), options)
    })
}
