import { type Command, Option } from 'commander'
import type { SourceOptions } from '../actions/course/source.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

const courseArgument = ['<course>', 'slug or id of the course'] as const

export function addSourceCommands(course: Command): void {
  const source = course
    .command('source')
    .description('Takes a course from a git repository, and syncs it when something is new.')
    .addHelpText(
      'after',
      examples(
        'course source set knots https://git.example.org/knots.git',
        'course source show knots',
      ),
    )

  source
    .command('set')
    .description(
      'Sets the git repository of a course, and has the server sync it. From then on the ' +
        'content of the course is written there alone. Shows the secret for the webhook of the ' +
        'host once.',
    )
    .argument(...courseArgument)
    .argument('<url>', 'address of the repository: https, without user and password')
    .option('--branch <name>', "branch. Default: the repository's own")
    .option('--folder <path>', 'where the course lies in the repository. Default: its root')
    .option('--format <name>', 'how the course is written. Default: found out by its files')
    .addOption(
      new Option('--outcome <outcome>', 'what becomes of new content')
        .choices(['draft', 'publish'])
        .default('draft'),
    )
    .option(
      '--credential-file <file>',
      'file with a token, or user:password, that may read the repository; - for standard input',
    )
    .option('--no-credential', 'forget the credential; without it, it stays as long as the address')
    .option('--take-over', 'take a course that was written over HTTP until now')
    .option('--new-hook-secret', 'make a new secret for the webhook')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'course source set knots https://git.example.org/knots.git --outcome publish',
        'course source set knots https://git.example.org/knots.git --credential-file token.txt',
      ),
    )
    .action(async (idOrSlug: string, url: string, options: OutputOptions & SourceOptions) =>
      show(await (await actions()).setCourseSource(idOrSlug, url, options), options),
    )

  source
    .command('show')
    .description('Shows the git repository of a course, and how the last sync of it ended.')
    .argument(...courseArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('course source show knots', 'course source show knots --json'))
    .action(async (idOrSlug: string, options: OutputOptions) =>
      show(await (await actions()).showCourseSource(idOrSlug), options),
    )

  source
    .command('sync')
    .alias('look')
    .description('Has the server sync the git repository of a course now.')
    .argument(...courseArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('course source sync knots'))
    .action(async (idOrSlug: string, options: OutputOptions) =>
      show(await (await actions()).syncCourseSource(idOrSlug), options),
    )

  source
    .command('remove')
    .description('Gives up the git repository of a course. Its content stays.')
    .argument(...courseArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('course source remove knots'))
    .action(async (idOrSlug: string, options: OutputOptions) =>
      show(await (await actions()).removeCourseSource(idOrSlug), options),
    )
}

function actions() {
  return import('../actions/course/source.ts')
}
