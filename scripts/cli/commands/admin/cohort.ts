import type { CommandEntry, Described } from '../../command-entry.ts'
import { loading, operationCommand } from '../../operations/operation-command.ts'
import { cohortArgument, courseArgument, schoolZoneOption, userArgument } from '../described.ts'

const cohorts = loading(async () => ({
  ...(await import('../../../../server/features/learning/cohorts/schema.ts')),
  ...(await import('../../../../server/features/learning/cohorts/show-cohorts.ts')),
  ...(await import('../../../../server/features/learning/cohorts/manage-cohort.ts')),
  ...(await import('../../../../server/features/learning/cohorts/manage-members.ts')),
}))

const dates: Record<string, Described> = {
  startsAt: [
    '--starts <when>',
    'day or instant on which its members are enrolled, or none',
    { as: 'start' },
  ],
  endsAt: [
    '--ends <when>',
    'last day, or instant, of what comes with the cohort, or none',
    { as: 'end' },
  ],
  timeZone: schoolZoneOption,
}

const addedWords = {
  added: 'is now a member of',
  unchanged: 'is already a member of, or invited to,',
  invited: 'has no verified account, and is invited to',
}

export const cohortCommands: CommandEntry = {
  name: 'cohort',
  about: 'Keeps cohorts: learners who take courses together.',
  examples: [
    'create "Class of 2026" --starts 2026-09-01 --ends 2027-06-30',
    'add-course "Class of 2026" knots',
    'add "Class of 2026" ada.lovelace@example.com',
  ],
  commands: [
    operationCommand(cohorts('CreateCohortInput', 'createCohort'), {
      name: 'create',
      about: 'Creates a cohort.',
      operation: 'admin.cohorts.create',
      arguments: ['name'],
      options: dates,
      examples: ['"Class of 2026" --ends 2027-06-30'],
      lists: { courses: ['slug', 'title', 'id'] },
    }),
    operationCommand(cohorts('UpdateCohortInput', 'updateCohort'), {
      name: 'update',
      about:
        'Renames a cohort, or moves its dates. Enrollments that end with it get the new end, in a ' +
        'job of the server.',
      operation: 'admin.cohorts.update',
      arguments: [cohortArgument],
      options: { name: ['--name <name>', 'the new name'], ...dates },
      care: 'rehearsed',
      examples: ['"Class of 2026" --ends 2027-07-31'],
      needsOneOf: ['name', 'startsAt', 'endsAt'],
      lists: { courses: ['slug', 'title', 'id'] },
    }),
    operationCommand(cohorts('ListCohortsInput', 'listAdminCohorts'), {
      name: 'list',
      about: 'Lists all cohorts, newest first.',
      operation: 'admin.cohorts.list',
      columns: ['name', 'startsOn', 'endsOn', 'id'],
      none: 'There are no cohorts.',
    }),
    operationCommand(cohorts('CohortInput', 'getCohort'), {
      name: 'show',
      about: 'Shows a cohort with its dates and courses.',
      operation: 'admin.cohorts.get',
      arguments: [cohortArgument],
      lists: { courses: ['slug', 'title', 'id'] },
    }),
    operationCommand(cohorts('CohortInput', 'deleteCohort'), {
      name: 'delete',
      about: 'Deletes a cohort. Its members stay enrolled, with the end that they have.',
      operation: 'admin.cohorts.delete',
      arguments: [cohortArgument],
      care: {
        asks: 'This deletes the cohort; its members stay enrolled.',
        word: (cohort: string) => cohort,
      },
      examples: ['"Class of 2026" --dry-run'],
      says: ({ name }) => `The cohort ${name} is deleted. A job takes it off what came with it.`,
    }),
    operationCommand(cohorts('ListCohortMembersInput', 'listMembersOfCohort'), {
      name: 'members',
      about: 'Lists the members of a cohort. People without an account: `invitation list`.',
      operation: 'admin.cohorts.members',
      arguments: [cohortArgument],
      columns: ['email', 'name', 'addedAt'],
      none: 'The cohort has no members.',
    }),
    operationCommand(cohorts('AddCohortMemberInput', 'addCohortMember'), {
      name: 'add',
      about:
        'Adds somebody to a cohort and enrolls them in its courses; without a verified account they ' +
        'are invited. Running it again has no effect.',
      operation: 'admin.cohorts.addMember',
      arguments: [
        cohortArgument,
        ['<email>', 'email of the person', { as: 'email', field: 'user' }],
      ],
      examples: ['"Class of 2026" ada.lovelace@example.com'],
      says: ({ outcome }, { email, cohort }) => `${email} ${addedWords[outcome]} ${cohort}.`,
    }),
    operationCommand(cohorts('CohortMemberInput', 'removeCohortMember'), {
      name: 'remove',
      about: 'Removes a member from a cohort, and ends the enrollments that came with it.',
      operation: 'admin.cohorts.removeMember',
      arguments: [cohortArgument, userArgument('person')],
      care: {
        asks: (_cohort: string, email: string) =>
          `This ends the courses that ${email} has by the cohort.`,
        word: (_cohort: string, email: string) => email,
      },
      examples: ['"Class of 2026" ada@example.com --dry-run'],
      says: ({ name }, { email }) => `${email} is no longer a member of ${name}.`,
    }),
    operationCommand(cohorts('AddCohortCourseInput', 'addCohortCourse'), {
      name: 'add-course',
      about: 'Adds a course to a cohort; a job of the server enrolls the members.',
      operation: 'admin.cohorts.addCourse',
      arguments: [cohortArgument, ['<course>', 'slug or id of the course', { field: 'course' }]],
      care: 'rehearsed',
      examples: ['"Class of 2026" knots --dry-run'],
      lists: { courses: ['slug', 'title', 'id'] },
    }),
    operationCommand(cohorts('CohortCourseInput', 'removeCohortCourse'), {
      name: 'remove-course',
      about: 'Removes a course from a cohort; a job of the server ends what came with it.',
      operation: 'admin.cohorts.removeCourse',
      arguments: [cohortArgument, courseArgument],
      care: {
        asks: (_cohort: string, course: string) =>
          `This ends ${course} for all who have it by the cohort.`,
        word: (_cohort: string, course: string) => course,
      },
      examples: ['"Class of 2026" knots --dry-run'],
      lists: { courses: ['slug', 'title', 'id'] },
    }),
  ],
}
