import type { CommandEntry } from '../command.ts'
import { UsageError } from '../command-errors.ts'
import type { CommandResult } from '../output.ts'

interface Options {
  end?: true
  csv?: string
  course?: string
  timeZone?: string
  ends?: string
  cohort?: string
  invite?: true
}

export const enrollCommand: CommandEntry = {
  name: 'enroll',
  about:
    'Enrolls a user in a course without a purchase, or everybody in a CSV, or ends an ' +
    'enrollment. Running it again has no effect.',
  arguments: [
    ['[email]', 'email of the user'],
    ['[course]', 'slug or id of the course'],
  ],
  options: [
    [
      '--csv <file>',
      'enroll everybody in a CSV with the columns email, course, name, cohort and endsAt; people ' +
        'without a verified account are invited',
    ],
    ['--course <course>', 'slug or id of the course of lines in the CSV that name none'],
    ['--ends <when>', 'last day, or instant, of the access, or none'],
    ['--cohort <cohort>', 'name or id of the cohort that the enrollment comes with'],
    ['--invite', 'invite an email without a verified account, instead of refusing it'],
    ['--time-zone <zone>', 'where days end (default: UTC)'],
    [
      '--end',
      'end the enrollment instead; progress and certificates stay. What was paid for ends by a ' +
        'refund',
    ],
  ],
  examples: [
    'ada.lovelace@example.com knots',
    'ada.lovelace@example.com knots --ends 2027-06-30 --invite',
    'ada.lovelace@example.com knots --end',
    '--csv class.csv --course knots --time-zone Europe/Berlin',
  ],
  run: async () => enrollOrEnd,
}

async function enrollOrEnd(
  email: string | undefined,
  course: string | undefined,
  options: Options,
): Promise<CommandResult> {
  if (options.csv !== undefined) {
    const { end, ends, cohort, invite } = options
    if ([email, end, ends, cohort, invite].some((given) => given !== undefined))
      throw new UsageError('error: --csv takes --course and --time-zone only; see its columns')
    const { enrollCsv } = await import('../actions/bulk-enrollment/bulk-enrollment.ts')
    return enrollCsv(options.csv, options)
  }
  if (email === undefined || course === undefined)
    throw new UsageError('error: name an email and a course, or a file with --csv')
  const { enroll, endEnrollment } = await import('../actions/enroll.ts')
  return options.end ? endEnrollment(email, course) : enroll(email, course, options)
}
