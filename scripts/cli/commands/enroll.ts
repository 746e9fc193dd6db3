import type { CommandEntry } from '../command-entry.ts'
import { schoolZoneOption } from './described.ts'

export const enrollCommand: CommandEntry = {
  name: 'enroll',
  about:
    'Enrolls a user in a course without a purchase, or everybody in a CSV, or ends an ' +
    'enrollment. Running it again has no effect.',
  arguments: [
    ['[email]', 'email of the user', { as: 'email' }],
    ['[course]', 'slug or id of the course'],
  ],
  options: [
    [
      '--csv <file>',
      'enroll everybody in a class list (CSV or .xlsx) with the columns email, course, name, ' +
        'cohort and endsAt; people without a verified account are invited. It asks first',
    ],
    ['--course <course>', 'slug or id of the course of lines in the CSV that name none'],
    ['--ends <when>', 'last day, or instant, of the access, or none', { as: 'end' }],
    ['--cohort <cohort>', 'name or id of the cohort that the enrollment comes with'],
    ['--invite', 'invite an email without a verified account, instead of refusing it'],
    ['--waive <reason>', "why the course's requirements are waived; recorded"],
    schoolZoneOption,
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
    '--csv class.xlsx --course knots --dry-run',
    '--csv class.csv --course knots --time-zone Europe/Berlin',
  ],
  care: 'shown',
  run: async () => (await import('../actions/enroll/enroll.ts')).enroll,
  opensItself: true,
}
