import { type Command, Option } from 'commander'
import { formatChoices } from '../../../server/features/authoring/import/formats/formats.ts'
import type { CreateOptions } from '../actions/course/course.ts'
import type { ExportOptions } from '../actions/course/export-course.ts'
import type { ImportOptions } from '../actions/course/import-courses.ts'
import type { MoveOptions } from '../actions/course/move-course.ts'
import type { PublishOptions, RestoreOptions } from '../actions/course/publish-draft.ts'
import { type CautionOptions, dryRunOption, yesOption } from '../caution.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'
import { addSeatsCommand } from './admin/course-seats.ts'
import { addSourceCommands } from './course-source.ts'

const courseArgument = ['<course>', 'slug or id of the course'] as const

export function addCourseCommands(program: Command): void {
  const course = program
    .command('course')
    .description('Creates, imports, publishes, corrects, moves, archives and exports courses.')
    .addHelpText(
      'after',
      examples('course import ./courses/knots', 'course list', 'course show knots'),
    )
  addWriteCommands(course)
  addVersionCommands(course)
  addSourceCommands(course)
  addSeatsCommand(course)

  course
    .command('archive')
    .description(
      'Takes a course out of the catalogue: nobody can buy or enroll in it any more. Its learners ' +
        'keep it, with progress and certificates, and open purchases can still be paid. ' +
        'Importing it again does not bring it back.',
    )
    .argument(...courseArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('course archive knots'))
    .action(async (idOrSlug: string, options: OutputOptions) =>
      show(await (await actions()).changeCourseStatus(idOrSlug, 'archived'), options),
    )

  course
    .command('unarchive')
    .description('Brings an archived course back into the catalogue, as it was.')
    .argument(...courseArgument)
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

  course
    .command('show')
    .description('Shows the terms of a course, its draft, its members, and its latest versions.')
    .argument(...courseArgument)
    .option(...jsonOption)
    .addHelpText('after', examples('course show knots'))
    .action(async (idOrSlug: string, options: OutputOptions) =>
      show(await (await actions()).showCourse(idOrSlug), options),
    )
}

function addWriteCommands(course: Command): void {
  course
    .command('create')
    .description(
      'Creates a course with an empty draft, to be written over HTTP. A course in a folder is ' +
        'created by importing it.',
    )
    .argument('<slug>', 'readable id, for links: lower-case letters, digits and single dashes')
    .requiredOption('--title <title>', 'title')
    .requiredOption('--summary <text>', 'a few sentences about the course')
    .option('--language <tag>', 'language of the lessons, BCP 47', 'en')
    .option('--price <amount>', "price in the currency's smallest unit: 2900 is 29 dollars", '0')
    .option('--currency <code>', 'currency, ISO 4217', 'USD')
    .option('--license <name>', 'license of the content')
    .option('--source <text>', 'where the content comes from')
    .option('--owner <email>', 'owner, a verified account')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'course create knots --title Knots --summary "Tie what holds." --owner ada@example.com',
      ),
    )
    .action(async (slug: string, options: OutputOptions & CreateOptions) =>
      show(await (await actions()).createCourse(slug, options), options),
    )

  course
    .command('import')
    .description(
      'Publishes courses from folders, zips or git repositories: a course.yaml with the Markdown ' +
        'files it names, or a book or track in a format of its own. Pictures and files that ' +
        'lessons name come along. Changed content becomes a new version; learners stay on the ' +
        'version they enrolled in. Importing the same content again has no effect.',
    )
    .argument('<path...>', 'folders, zips, or https addresses of public git repositories')
    .addOption(
      new Option('--format <format>', 'the format of the course')
        .choices(formatChoices)
        .default('auto'),
    )
    .option('--folder <folder>', 'where the course lies in the path or repository')
    .option('--branch <name>', 'branch of the repository. Default: its own default')
    .option('--note <text>', 'what is new; learners who get the version read it')
    .addOption(reachOption())
    .option('--set-price', 'take the price of the folder; by default only a new course takes it')
    .option('--take-over', 'import a course that was written over HTTP until now')
    .addOption(
      new Option('--draft', 'leave a draft to be reviewed, instead of publishing').conflicts([
        'note',
        'reach',
        'setPrice',
      ]),
    )
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Each course is read completely before anything is published. A course with
mistakes is not published: all of them are shown, each as file:line: what is
wrong and what to do. The other courses are still imported; the exit code is 1.
Warnings (dead links and pictures, unresolved {{#…}}) do not stop an import.

Before a published course changes, you see what changes and who is hit, and a
terminal asks. Scripts are not asked, because nobody who is enrolled notices a
publication; with --reach everyone they need --yes.

A course that requires a review is imported with --draft. Somebody approves the
draft over the API, and "course publish" publishes it. A later import replaces it.

The minutes of a lesson are those in course.yaml, else "minutes" in the front
matter of its file, else its "teaching" and "exercises" added up, else an estimate
of 200 words a minute. Its title is that in course.yaml, else "title" in the front
matter, else the first heading.
${examples(
  'course import ./courses/knots',
  'course import ./courses/*',
  'course import ./courses/knots --dry-run',
  'course import ./courses/knots --reach everyone --note "Typing errors"',
  'course import ./courses/knots --draft',
  'course import ./book --format mdbook --dry-run',
  'course import https://git.example.org/knots.git --folder courses/knots',
)}`,
    )
    .action(async (folders: string[], options: OutputOptions & ImportOptions) => {
      const { importCourses } = await import('../actions/course/import-courses.ts')
      show(await importCourses(folders, options), options)
    })

  course
    .command('export')
    .description(
      'Writes a course to a zip that "course import" reads: course.yaml, its lessons as Markdown, ' +
        'and the files that they name. The same content is the same zip, byte for byte.',
    )
    .argument(...courseArgument)
    .option(
      '--of-version <number>',
      'number of a version, or draft. Default: the current one, else draft',
    )
    .option('--output <file>', 'file to write. Default: SLUG-vNUMBER.zip')
    .option(...jsonOption)
    .addHelpText('after', examples('course export knots', 'course export knots --of-version draft'))
    .action(async (idOrSlug: string, options: OutputOptions & ExportOptions) => {
      const { exportCourseZip } = await import('../actions/course/export-course.ts')
      show(await exportCourseZip(idOrSlug, options), options)
    })
}

function addVersionCommands(course: Command): void {
  course
    .command('diff')
    .description('Shows what is different between two versions, or a version and the draft.')
    .argument(...courseArgument)
    .argument('[from]', 'number of a version, or draft. Default: the current version')
    .argument('[to]', 'the same. Default: draft')
    .option(...jsonOption)
    .addHelpText('after', examples('course diff knots', 'course diff knots 1 3'))
    .action(
      async (
        idOrSlug: string,
        from: string | undefined,
        to: string | undefined,
        options: OutputOptions,
      ) => {
        const { diffCourse } = await import('../actions/course/diff-course.ts')
        show(await diffCourse(idOrSlug, from, to), options)
      },
    )

  course
    .command('publish')
    .description(
      'Publishes the draft of a course as its next version, after showing who is hit. Learners ' +
        'stay on the version they enrolled in.',
    )
    .argument(...courseArgument)
    .option('--note <text>', 'what is new; learners who get the version read it')
    .addOption(reachOption())
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples('course publish knots --dry-run', 'course publish knots'))
    .action(async (idOrSlug: string, options: OutputOptions & PublishOptions) => {
      const { publishCourseDraft } = await import('../actions/course/publish-draft.ts')
      show(await publishCourseDraft(idOrSlug, options), options)
    })

  course
    .command('discard')
    .description(
      'Discards the draft of a course, after showing what is lost: everything written since the ' +
        'last publication. A course that was never published keeps an empty draft.',
    )
    .argument(...courseArgument)
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples('course discard knots --dry-run', 'course discard knots'))
    .action(async (idOrSlug: string, options: OutputOptions & CautionOptions) => {
      const { discardCourseDraft } = await import('../actions/course/discard-draft.ts')
      show(await discardCourseDraft(idOrSlug, options), options)
    })

  course
    .command('restore')
    .description(
      'Makes a draft of an old version. The current version stays until you publish the draft.',
    )
    .argument(...courseArgument)
    .argument('<version>', 'number of the version')
    .option('--replace-draft', 'replace the draft that is open, which is lost then')
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples('course restore knots 2'))
    .action(async (idOrSlug: string, version: string, options: OutputOptions & RestoreOptions) => {
      const { restoreCourseVersion } = await import('../actions/course/publish-draft.ts')
      show(await restoreCourseVersion(idOrSlug, version, options), options)
    })

  course
    .command('move')
    .description(
      'Moves learners to a version, after showing whose percentage falls and who would complete ' +
        'the course. What they have done is kept by the keys of lessons; completed stays completed.',
    )
    .argument(...courseArgument)
    .requiredOption('--to <number>', 'number of the version')
    .addOption(
      new Option('--policy <policy>', 'which learners are moved')
        .choices(['all', 'not-started', 'nothing-lost', 'chosen'])
        .default('nothing-lost'),
    )
    .option('--learner <email...>', 'learners to move, with --policy chosen')
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Each learner is moved in a transaction of its own. Interrupted, the move goes on
as soon as a server runs.
${examples(
  'course move knots --to 3 --dry-run',
  'course move knots --to 3 --policy all',
  'course move knots --to 3 --policy chosen --learner ada@example.com',
)}`,
    )
    .action(async (idOrSlug: string, options: OutputOptions & MoveOptions) => {
      const { moveCourse } = await import('../actions/course/move-course.ts')
      show(await moveCourse(idOrSlug, options), options)
    })
}

function reachOption(): Option {
  return new Option(
    '--reach <who>',
    'whom the version reaches: new learners, or everyone if it is a minor correction',
  )
    .choices(['new', 'everyone'])
    .default('new')
}

function actions() {
  return import('../actions/course/course.ts')
}
