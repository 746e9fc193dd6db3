import type { Command } from 'commander'
import type { CohortOptions } from '../../actions/admin/cohort.ts'
import { type CautionOptions, dryRunOption, yesOption } from '../../caution.ts'
import { examples } from '../../help.ts'
import { jsonOption, type OutputOptions, show } from '../../output.ts'

const cohortArgument = ['<cohort>', 'name or id of the cohort'] as const
const courseArgument = ['<course>', 'slug or id of the course'] as const
const emailArgument = ['<email>', 'email of the person'] as const
const dates = {
  starts: ['--starts <when>', 'day or instant on which its members are enrolled, or none'],
  ends: ['--ends <when>', 'last day, or instant, of what comes with the cohort, or none'],
  timeZone: ['--time-zone <zone>', 'where the days begin and end (default: UTC)'],
} as const

type Careful = OutputOptions & CautionOptions

export function addCohortCommands(program: Command): void {
  const cohort = program
    .command('cohort')
    .description('Keeps cohorts: learners who take courses together.')
    .addHelpText(
      'after',
      examples(
        'cohort create "Class of 2026" --starts 2026-09-01 --ends 2027-06-30',
        'cohort add-course "Class of 2026" knots',
        'cohort add "Class of 2026" ada.lovelace@example.com',
      ),
    )
  addTerms(cohort)
  addMembers(cohort)
  addCourses(cohort)
}

function addTerms(cohort: Command): void {
  cohort
    .command('create')
    .description('Creates a cohort.')
    .argument('<name>', 'a name that no other cohort has')
    .option(...dates.starts)
    .option(...dates.ends)
    .option(...dates.timeZone)
    .option(...jsonOption)
    .addHelpText('after', examples('cohort create "Class of 2026" --ends 2027-06-30'))
    .action(async (name: string, options: OutputOptions & CohortOptions) =>
      show(await (await actions()).create(name, options), options),
    )

  cohort
    .command('update')
    .description(
      'Renames a cohort, or moves its dates. Enrollments that end with it get the new end, in a ' +
        'job of the server.',
    )
    .argument(...cohortArgument)
    .option('--name <name>', 'the new name')
    .option(...dates.starts)
    .option(...dates.ends)
    .option(...dates.timeZone)
    .option(...jsonOption)
    .addHelpText('after', examples('cohort update "Class of 2026" --ends 2027-07-31'))
    .action(async (name: string, options: OutputOptions & CohortOptions) => {
      const { change, requireChange } = await actions()
      requireChange(options)
      show(await change(name, options), options)
    })

  cohort
    .command('list')
    .description('Lists all cohorts, newest first.')
    .option(...jsonOption)
    .addHelpText('after', examples('cohort list'))
    .action(async (options: OutputOptions) => show(await (await actions()).list(), options))

  cohort
    .command('show')
    .description('Shows a cohort with its dates and courses.')
    .argument(...cohortArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('cohort show "Class of 2026"'))
    .action(async (name: string, options: OutputOptions) =>
      show(await (await actions()).showOne(name), options),
    )

  cohort
    .command('delete')
    .description('Deletes a cohort. Its members stay enrolled, with the end that they have.')
    .argument(...cohortArgument)
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples('cohort delete "Class of 2026" --dry-run'))
    .action(async (name: string, options: Careful) =>
      show(await (await actions()).remove(name, options), options),
    )
}

function addMembers(cohort: Command): void {
  cohort
    .command('members')
    .description('Lists the members of a cohort. People without an account: `invitation list`.')
    .argument(...cohortArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('cohort members "Class of 2026"'))
    .action(async (name: string, options: OutputOptions) =>
      show(await (await actions()).members(name), options),
    )

  cohort
    .command('add')
    .description(
      'Adds somebody to a cohort and enrolls them in its courses; without a verified account they ' +
        'are invited. Running it again has no effect.',
    )
    .argument(...cohortArgument)
    .argument(...emailArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('cohort add "Class of 2026" ada.lovelace@example.com'))
    .action(async (name: string, email: string, options: OutputOptions) =>
      show(await (await actions()).addMember(name, email), options),
    )

  cohort
    .command('remove')
    .description('Removes a member from a cohort, and ends the enrollments that came with it.')
    .argument(...cohortArgument)
    .argument(...emailArgument)
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples('cohort remove "Class of 2026" ada@example.com --dry-run'))
    .action(async (name: string, email: string, options: Careful) =>
      show(await (await actions()).removeMember(name, email, options), options),
    )
}

function addCourses(cohort: Command): void {
  cohort
    .command('add-course')
    .description('Adds a course to a cohort; a job of the server enrolls the members.')
    .argument(...cohortArgument)
    .argument(...courseArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('cohort add-course "Class of 2026" knots'))
    .action(async (name: string, course: string, options: OutputOptions) =>
      show(await (await actions()).addCourse(name, course), options),
    )

  cohort
    .command('remove-course')
    .description('Removes a course from a cohort; a job of the server ends what came with it.')
    .argument(...cohortArgument)
    .argument(...courseArgument)
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples('cohort remove-course "Class of 2026" knots --dry-run'))
    .action(async (name: string, course: string, options: Careful) =>
      show(await (await actions()).removeCourse(name, course, options), options),
    )
}

function actions() {
  return import('../../actions/admin/cohort.ts')
}
