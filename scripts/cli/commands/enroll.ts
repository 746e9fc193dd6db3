import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export function addEnrollCommand(program: Command): void {
  program
    .command('enroll')
    .description(
      'Gives a user access to a course without a purchase. Done again it changes nothing.',
    )
    .argument('<email>', 'email of the user')
    .argument('<course>', 'slug or id of the course')
    .option(...jsonOption)
    .addHelpText('after', examples('enroll ada.lovelace@example.com knots'))
    .action(async (email: string, course: string, options: OutputOptions) => {
      const { enroll } = await import('../actions/enroll.ts')
      show(await enroll(email, course), options)
    })
}
