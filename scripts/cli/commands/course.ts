import { movePolicy, publishReach, sourceFormat } from '../../../client-sdk/src/staff-values.ts'
import type { CommandEntry, Described } from '../command-entry.ts'
import { loading, operationCommand } from '../operations/operation-command.ts'
import { learnerCommands } from './admin/course-learner.ts'
import { seatsCommand } from './admin/course-seats.ts'
import { sourceCommands } from './course-source.ts'
import { courseArgument } from './described.ts'

const actions = () => import('../actions/course/course.ts')
const courses = loading(async () => ({
  ...(await import('../../../server/features/authoring/courses/schema.ts')),
  ...(await actions()),
}))

const consents = loading(async () => ({
  ...(await import('../../../server/features/authoring/consents/schema.ts')),
  ...(await import('../../../server/features/authoring/consents/consents.ts')),
}))

const reach: Described = [
  '--reach <who>',
  'whom the version reaches: new learners, or everyone if it is a minor correction',
  { choices: publishReach, default: 'new' },
]

export const courseCommands: CommandEntry = {
  name: 'course',
  about: 'Creates, imports, publishes, corrects, moves, archives and exports courses.',
  examples: ['import ./courses/knots', 'list', 'show knots'],
  commands: [
    operationCommand(courses('NewCourseInput', 'createCourse'), {
      name: 'create',
      about:
        'Creates a course or program with an empty draft, to be written over HTTP. One in a folder ' +
        'is created by importing it.',
      operation: 'authoring.create',
      arguments: ['slug'],
      options: {
        language: ['--language <tag>', 'language of the lessons, BCP 47', { default: 'en' }],
        price: [
          '--price <amount>',
          "price in the currency's smallest unit: 2900 is 29 dollars",
          { default: '0' },
        ],
        currency: ['--currency <code>', 'currency, ISO 4217', { default: 'USD' }],
        ownerEmail: ['--owner <email>', 'owner, a verified account'],
      },
      reads: ({ price, currency }) => ({ price: { amount: Number(price), currency } }),
      examples: ['knots --title Knots --summary "Tie what holds." --owner ada@example.com'],
      says: ({ slug, title }) => `${slug} (${title}) is created, with an empty draft.`,
    }),
    {
      name: 'import',
      about:
        'Publishes courses from folders, zips or git repositories: a course.yaml with the Markdown ' +
        'files it names, a program.yaml with the published courses it names, or a book or track ' +
        'in a format of its own. Pictures and files that lessons name come along. Changed content ' +
        'becomes a new version; learners stay on the version they enrolled in. Importing the same ' +
        'content again has no effect.',
      arguments: [['<path...>', 'folders, zips, or https addresses of public git repositories']],
      options: [
        [
          '--format <format>',
          'the format of the course',
          { choices: sourceFormat, default: 'auto' },
        ],
        ['--folder <folder>', 'where the course lies in the path or repository'],
        ['--branch <name>', 'branch of the repository. Default: its own default'],
        ['--allow-missing', 'import a book of which more than a tenth of the pages is left'],
        ['--note <text>', 'what is new; learners who get the version read it'],
        reach,
        ['--set-price', 'take the price of the folder; by default only a new course takes it'],
        ['--take-over', 'import a course that was written over HTTP until now'],
        [
          '--draft',
          'leave a draft to be reviewed, instead of publishing',
          { conflicts: ['note', 'reach', 'setPrice'] },
        ],
      ],
      care: 'shown',
      notes: `
Each course is read completely before anything is published. A course with
mistakes is not published: all of them are shown, each as file:line: what is
wrong and what to do. The other courses are still imported; the exit code is 1.
Warnings (dead links and pictures, pages that are left, unresolved {{#…}}) do not
stop an import; of more than a tenth of the pages, --allow-missing must leave them.

Before a published course changes, you see what changes and who is hit, and a
terminal asks. Scripts are not asked, because nobody who is enrolled notices a
publication; with --reach everyone they need --yes.

A course that requires a review is imported with --draft. Somebody approves the
draft over the API, and "course publish" publishes it. A later import replaces it.

The minutes of a lesson are those in course.yaml, else "minutes" in the front
matter of its file, else its "teaching" and "exercises" added up, else an estimate
of 200 words a minute. Its title is that in course.yaml, else "title" in the front
matter, else the first heading.`,
      examples: [
        './courses/knots',
        './courses/*',
        './courses/knots --dry-run',
        './courses/knots --reach everyone --note "Typing errors"',
        './courses/knots --draft',
        './book --format mdbook --dry-run',
        'https://git.example.org/knots.git --folder courses/knots',
      ],
      run: async () => (await import('../actions/course/import-courses.ts')).importCourses,
      opensItself: true,
    },
    {
      name: 'export',
      about:
        'Writes a course to a zip that "course import" reads: course.yaml, its lessons as Markdown, ' +
        'and the files that they name. The same content is the same zip, byte for byte.',
      arguments: [courseArgument],
      options: [
        [
          '--of-version <number>',
          'number of a version, or draft. Default: the current one, else draft',
        ],
        ['--output <file>', 'file to write. Default: SLUG-vNUMBER.zip'],
      ],
      examples: ['knots', 'knots --of-version draft'],
      run: async () => (await import('../actions/course/export-course.ts')).exportCourseZip,
    },
    {
      name: 'diff',
      about: 'Shows what is different between two versions, or a version and the draft.',
      arguments: [
        courseArgument,
        ['[from]', 'number of a version, or draft. Default: the current version'],
        ['[to]', 'the same. Default: draft'],
      ],
      examples: ['knots', 'knots 1 3'],
      run: async () => (await import('../actions/course/diff-course.ts')).diffCourse,
    },
    {
      name: 'publish',
      about:
        'Publishes the draft of a course as its next version, after showing who is hit. Learners ' +
        'stay on the version they enrolled in.',
      arguments: [courseArgument],
      options: [['--note <text>', 'what is new; learners who get the version read it'], reach],
      care: 'shown',
      examples: ['knots --dry-run', 'knots'],
      run: async () => (await import('../actions/course/publish-draft.ts')).publishCourseDraft,
    },
    {
      name: 'discard',
      about:
        'Discards the draft of a course, after showing what is lost: everything written since the ' +
        'last publication. A course that was never published keeps an empty draft.',
      arguments: [courseArgument],
      care: 'shown',
      examples: ['knots --dry-run', 'knots'],
      run: async () => (await import('../actions/course/discard-draft.ts')).discardCourseDraft,
    },
    {
      name: 'restore',
      about:
        'Makes a draft of an old version. The current version stays until you publish the draft.',
      arguments: [courseArgument, ['<version>', 'number of the version', { as: 'number' }]],
      options: [['--replace-draft', 'replace the draft that is open, which is lost then']],
      care: {
        asks: (_course: string, _number: number, { replaceDraft }: { replaceDraft?: true }) =>
          replaceDraft ? 'This replaces the draft that is open.' : undefined,
        word: 'restore',
      },
      examples: ['knots 2'],
      run: async () => (await import('../actions/course/publish-draft.ts')).restoreCourseVersion,
    },
    {
      name: 'move',
      about:
        'Moves learners to a version, after showing whose percentage falls and who would complete ' +
        'the course. What they have done is kept by the keys of lessons; completed stays completed.',
      arguments: [courseArgument],
      options: [
        ['--to <number>', 'number of the version', { required: true, as: 'number' }],
        [
          '--policy <policy>',
          'which learners are moved',
          { choices: movePolicy, default: 'nothing-lost' },
        ],
        ['--learner <email...>', 'learners to move, with --policy chosen', { as: 'email' }],
      ],
      care: 'shown',
      notes: `
Each learner is moved in a transaction of its own. Interrupted, the move goes on
as soon as a server runs.`,
      examples: [
        'knots --to 3 --dry-run',
        'knots --to 3 --policy all',
        'knots --to 3 --policy chosen --learner ada@example.com',
      ],
      run: async () => (await import('../actions/course/move-course.ts')).moveCourse,
      opensItself: true,
    },
    sourceCommands,
    operationCommand(consents('DecideConsentInput', 'decideConsent'), {
      name: 'allow',
      about:
        'Lets a program of somebody else have a course, for everyone whom the program takes, as ' +
        'an owner of the course would.',
      operation: 'consents.decide',
      arguments: [
        courseArgument,
        ['<program>', 'slug or id of the program', { field: 'programId', finds: 'course' }],
      ],
      options: {
        withdraw: [
          '--withdraw',
          'its next version has to go without the course; nobody loses access',
        ],
      },
      without: ['allowed'],
      reads: ({ withdraw }) => ({ allowed: withdraw !== true }),
      examples: ['knots sailing-school', 'knots sailing-school --withdraw'],
      says: ({ allowed }, { course, program }) =>
        allowed
          ? `${program} may have ${course}, for everyone whom it takes.`
          : `The next version of ${program} has to go without ${course}. Nobody loses access.`,
    }),
    seatsCommand,
    learnerCommands,
    {
      name: 'archive',
      about:
        'Takes a course out of the catalogue: nobody can buy or enroll in it any more. Its learners ' +
        'keep it, with progress and certificates, and open purchases can still be paid. ' +
        'Importing it again does not bring it back.',
      arguments: [courseArgument],
      run: async () => (await actions()).archive,
    },
    {
      name: 'unarchive',
      about: 'Brings an archived course back into the catalogue, as it was.',
      arguments: [courseArgument],
      run: async () => (await actions()).unarchive,
    },
    {
      name: 'delete',
      about:
        'Deletes a course that was never published, with its draft, files and members. Its slug ' +
        'is free again.',
      arguments: [courseArgument],
      care: { asks: 'Delete the course with all that was written?', word: 'delete' },
      run: async () => (await actions()).remove,
    },
    operationCommand(courses('ListAuthoredCoursesInput', 'listCourses'), {
      name: 'list',
      about: 'Lists all courses, newest first, including drafts and archived courses.',
      operation: 'authoring.list',
      examples: ['', '--json'],
      columns: [
        ...(['slug', 'title', 'kind', 'status', 'version'] as const),
        ...(['hasDraft', 'hasOwner', 'price', 'id'] as const),
      ],
      none: 'There are no courses.',
    }),
    {
      name: 'show',
      about: 'Shows the terms of a course, its draft, its members, and its latest versions.',
      arguments: [courseArgument],
      run: async () => (await actions()).showCourse,
    },
  ],
}
