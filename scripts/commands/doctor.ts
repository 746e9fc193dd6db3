import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Checks whether this machine can run Lyceum with its present settings, and says how to mend what is wrong.')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Checks node, the configuration, the keys, the database and its migrations, the
clock, the browser that prints certificates with its sandbox and fonts, the mail
server, the data folder and the space on its disk. The exit code is 1 when a
check failed.
${examples('doctor', 'doctor --json')}`,
    )
    .action(async (options: OutputOptions) => {
      const { examine } = await import('../actions/doctor.ts')
      show(await examine(), options)
    })
}
