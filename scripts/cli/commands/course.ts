import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export function addCourseCommands(program: Command): void {
  const course = program
    .command('course')
    .description('Publishes courses and lists them.')
    .addHelpText('after', examples('course import ./courses/knots', 'course list'))

  course
    .command('import')
    .description(
      'Publishes courses from folders, each with a course.yaml and the Markdown files it names. What changed becomes a new version; ' +
        'learners stay on the version they enrolled in. The same content again changes nothing.',
    )
    .argument('<folder...>', 'folders with a course.yaml')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Every folder is read whole before anything of it is written. Of a folder with a
mistake nothing is written: the first mistake is shown as file:line: what is
wrong. The other folders are imported all the same, and the exit code is 1.
${examples('course import ./courses/knots', 'course import ./courses/*')}`,
    )
    .action(async (folders: string[], options: OutputOptions) =>
      show(await (await actions()).importCourses(folders), options),
    )

  course
    .command('list')
    .description('Lists all courses, newest first, drafts and archived ones included.')
    .option(...jsonOption)
    .addHelpText('after', examples('course list', 'course list --json'))
    .action(async (options: OutputOptions) => show(await (await actions()).listCourses(), options))
}

function actions() {
  return import('../actions/course.ts')
}
