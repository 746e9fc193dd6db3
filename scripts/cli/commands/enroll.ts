import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addEnrollCommand(program: Command): void {
  program
    .command('enroll')
    .description('Enrolls a user in a course without a purchase. Running it again has no effect.')
    .argument('<email>', 'email of the user')
    .argument('<course>', 'slug or id of the course')
    .option(...jsonOption)
    .addHelpText('after', examples('enroll ada.lovelace@example.com knots'))
    .action(async (email: string, course: string, options: OutputOptions) => {
      const { enroll } = await import('../actions/enroll.ts')
      show(await enroll(email, course), options)
    })
}
