import type { Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addCourseCommands(program: Command): void {
  const course = program
    .command('course')
    .description('Imports, lists and archives courses.')
    .addHelpText('after', examples('course import ./courses/knots', 'course list'))

  course
    .command('import')
    .description(
      'Publishes courses from folders, each with a course.yaml and the Markdown files it names. ' +
        'Changed content becomes a new version; learners stay on the version they enrolled in. ' +
        'Importing the same content again has no effect.',
    )
    .argument('<folder...>', 'folders with a course.yaml')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Each folder is read completely before anything is published. A folder with
mistakes is not published: all of them are shown, each as file:line: what is
wrong and what to do. The other folders are still imported; the exit code is 1.
Warnings (dead links and pictures, unresolved {{#…}}) do not stop an import.

The minutes of a lesson are those in course.yaml, else "minutes" in the front
matter of its file, else its "teaching" and "exercises" added up, else an estimate
of 200 words a minute. Its title is that in course.yaml, else "title" in the front
matter, else the first heading.
${examples('course import ./courses/knots', 'course import ./courses/*')}`,
    )
    .action(async (folders: string[], options: OutputOptions) =>
      show(await (await actions()).importCourses(folders), options),
    )

  course
    .command('archive')
    .description(
      'Takes a course out of the catalogue: nobody can buy or enroll in it any more. Its learners ' +
        'keep it, with progress and certificates, and open purchases can still be paid. ' +
        'Importing it again does not bring it back.',
    )
    .argument('<course>', 'slug or id of the course')
    .option(...jsonOption)
    .addHelpText('after', examples('course archive knots'))
    .action(async (idOrSlug: string, options: OutputOptions) =>
      show(await (await actions()).changeCourseStatus(idOrSlug, 'archived'), options),
    )

  course
    .command('unarchive')
    .description('Brings an archived course back into the catalogue, as it was.')
    .argument('<course>', 'slug or id of the course')
    .option(...jsonOption)
    .addHelpText('after', examples('course unarchive knots'))
    .action(async (idOrSlug: string, options: OutputOptions) =>
      show(await (await actions()).changeCourseStatus(idOrSlug, 'published'), options),
    )

  course
    .command('list')
    .description('Lists all courses, newest first, including drafts and archived courses.')
    .option(...jsonOption)
    .addHelpText('after', examples('course list', 'course list --json'))
    .action(async (options: OutputOptions) => show(await (await actions()).listCourses(), options))
}

function actions() {
  return import('../actions/course.ts')
}
