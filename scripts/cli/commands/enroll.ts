import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addEnrollCommand(program: Command): void {
  program
    .command('enroll')
    .description(
      'Enrolls a user in a course without a purchase, or ends an enrollment. Running it again ' +
        'has no effect.',
    )
    .argument('<email>', 'email of the user')
    .argument('<course>', 'slug or id of the course')
    .option(
      '--end',
      'end the enrollment instead; progress and certificates stay. What was paid for ends by a ' +
        'refund',
    )
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'enroll ada.lovelace@example.com knots',
        'enroll ada.lovelace@example.com knots --end',
      ),
    )
    .action(async (email: string, course: string, options: OutputOptions & { end?: true }) => {
      const { enroll, endEnrollment } = await import('../actions/enroll.ts')
      show(await (options.end ? endEnrollment : enroll)(email, course), options)
    })
}
