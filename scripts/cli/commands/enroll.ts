import type { Command } from 'commander'
import { UsageError } from '../command-errors.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

interface Options extends OutputOptions {
  end?: true
  csv?: string
  course?: string
  timeZone?: string
  ends?: string
  cohort?: string
  invite?: true
}

export function addEnrollCommand(program: Command): void {
  program
    .command('enroll')
    .description(
      'Enrolls a user in a course without a purchase, or everybody in a CSV, or ends an ' +
        'enrollment. Running it again has no effect.',
    )
    .argument('[email]', 'email of the user')
    .argument('[course]', 'slug or id of the course')
    .option(
      '--csv <file>',
      'enroll everybody in a CSV with the columns email, course, name, cohort and endsAt; people ' +
        'without a verified account are invited',
    )
    .option('--course <course>', 'slug or id of the course of lines in the CSV that name none')
    .option('--ends <when>', 'last day, or instant, of the access, or none')
    .option('--cohort <cohort>', 'name or id of the cohort that the enrollment comes with')
    .option('--invite', 'invite an email without a verified account, instead of refusing it')
    .option('--time-zone <zone>', 'where days end (default: UTC)')
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
        'enroll ada.lovelace@example.com knots --ends 2027-06-30 --invite',
        'enroll ada.lovelace@example.com knots --end',
        'enroll --csv class.csv --course knots --time-zone Europe/Berlin',
      ),
    )
    .action(async (email: string | undefined, course: string | undefined, options: Options) => {
      if (options.csv !== undefined) {
        const { end, ends, cohort, invite } = options
        if ([email, end, ends, cohort, invite].some((given) => given !== undefined))
          throw new UsageError('error: --csv takes --course and --time-zone only; see its columns')
        const { enrollCsv } = await import('../actions/bulk-enrollment/bulk-enrollment.ts')
        show(await enrollCsv(options.csv, options), options)
        return
      }
      if (email === undefined || course === undefined)
        throw new UsageError('error: name an email and a course, or a file with --csv')
      const { enroll, endEnrollment } = await import('../actions/enroll.ts')
      const result = options.end
        ? await endEnrollment(email, course)
        : await enroll(email, course, options)
      show(result, options)
    })
}
