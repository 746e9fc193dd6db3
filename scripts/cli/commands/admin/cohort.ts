import type { CommandEntry, Described } from '../../command-entry.ts'
import { cohortArgument, courseArgument, emailArgument, schoolZoneOption } from '../described.ts'

const actions = () => import('../../actions/admin/cohort.ts')

const dates: Described[] = [
  ['--starts <when>', 'day or instant on which its members are enrolled, or none', { as: 'start' }],
  ['--ends <when>', 'last day, or instant, of what comes with the cohort, or none', { as: 'end' }],
  schoolZoneOption,
]

export const cohortCommands: CommandEntry = {
  name: 'cohort',
  about: 'Keeps cohorts: learners who take courses together.',
  examples: [
    'create "Class of 2026" --starts 2026-09-01 --ends 2027-06-30',
    'add-course "Class of 2026" knots',
    'add "Class of 2026" ada.lovelace@example.com',
  ],
  commands: [
    {
      name: 'create',
      about: 'Creates a cohort.',
      arguments: [['<name>', 'a name that no other cohort has', { as: 'name' }]],
      options: dates,
      examples: ['"Class of 2026" --ends 2027-06-30'],
      run: async () => (await actions()).create,
    },
    {
      name: 'update',
      about:
        'Renames a cohort, or moves its dates. Enrollments that end with it get the new end, in a ' +
        'job of the server.',
      arguments: [cohortArgument],
      options: [['--name <name>', 'the new name', { as: 'name' }], ...dates],
      care: 'rehearsed',
      examples: ['"Class of 2026" --ends 2027-07-31'],
      run: async () => (await actions()).change,
      opensItself: true,
    },
    {
      name: 'list',
      about: 'Lists all cohorts, newest first.',
      examples: [''],
      run: async () => (await actions()).list,
    },
    {
      name: 'show',
      about: 'Shows a cohort with its dates and courses.',
      arguments: [cohortArgument],
      examples: ['"Class of 2026"'],
      run: async () => (await actions()).showOne,
    },
    {
      name: 'delete',
      about: 'Deletes a cohort. Its members stay enrolled, with the end that they have.',
      arguments: [cohortArgument],
      care: {
        asks: 'This deletes the cohort; its members stay enrolled.',
        word: (cohort: string) => cohort,
      },
      examples: ['"Class of 2026" --dry-run'],
      run: async () => (await actions()).remove,
    },
    {
      name: 'members',
      about: 'Lists the members of a cohort. People without an account: `invitation list`.',
      arguments: [cohortArgument],
      examples: ['"Class of 2026"'],
      run: async () => (await actions()).members,
    },
    {
      name: 'add',
      about:
        'Adds somebody to a cohort and enrolls them in its courses; without a verified account they ' +
        'are invited. Running it again has no effect.',
      arguments: [cohortArgument, emailArgument('person')],
      examples: ['"Class of 2026" ada.lovelace@example.com'],
      run: async () => (await actions()).addMember,
    },
    {
      name: 'remove',
      about: 'Removes a member from a cohort, and ends the enrollments that came with it.',
      arguments: [cohortArgument, emailArgument('person')],
      care: {
        asks: (_cohort: string, email: string) =>
          `This ends the courses that ${email} has by the cohort.`,
        word: (_cohort: string, email: string) => email,
      },
      examples: ['"Class of 2026" ada@example.com --dry-run'],
      run: async () => (await actions()).removeMember,
    },
    {
      name: 'add-course',
      about: 'Adds a course to a cohort; a job of the server enrolls the members.',
      arguments: [cohortArgument, courseArgument],
      care: 'rehearsed',
      examples: ['"Class of 2026" knots --dry-run'],
      run: async () => (await actions()).addCourse,
    },
    {
      name: 'remove-course',
      about: 'Removes a course from a cohort; a job of the server ends what came with it.',
      arguments: [cohortArgument, courseArgument],
      care: {
        asks: (_cohort: string, course: string) =>
          `This ends ${course} for all who have it by the cohort.`,
        word: (_cohort: string, course: string) => course,
      },
      examples: ['"Class of 2026" knots --dry-run'],
      run: async () => (await actions()).removeCourse,
    },
  ],
}
