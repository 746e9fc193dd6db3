import { sourceOutcome } from '../../../client-sdk/src/values.ts'
import type { CommandEntry } from '../command-entry.ts'
import { loading, operationCommand } from '../operations/operation-command.ts'
import { courseArgument } from './described.ts'

const sources = loading(async () => ({
  ...(await import('../../../server/features/authoring/sources/schema.ts')),
  ...(await import('../../../server/features/authoring/sources/show-source.ts')),
  ...(await import('../../../server/features/authoring/sources/set-source.ts')),
  ...(await import('../../../server/features/authoring/sources/sync-now.ts')),
}))

export const sourceCommands: CommandEntry = {
  name: 'source',
  about: 'Takes a course from a git repository, and syncs it when something is new.',
  examples: ['set knots https://git.example.org/knots.git', 'show knots'],
  commands: [
    {
      name: 'set',
      about:
        'Sets the git repository of a course, and has the server sync it. From then on the ' +
        'content of the course is written there alone. Shows the secret for the webhook of the ' +
        'host once.',
      arguments: [
        courseArgument,
        ['<url>', 'address of the repository: https, without user and password'],
      ],
      options: [
        ['--branch <name>', "branch. Default: the repository's own"],
        ['--folder <path>', 'where the course lies in the repository. Default: its root'],
        ['--format <name>', 'how the course is written. Default: found out by its files'],
        [
          '--outcome <outcome>',
          'what becomes of new content',
          { choices: sourceOutcome, default: 'draft' },
        ],
        [
          '--credential-file <file>',
          'file with a token, or user:password, that may read the repository; - for standard input',
        ],
        ['--no-credential', 'forget the credential; without it, it stays as long as the address'],
        ['--take-over', 'take a course that was written over HTTP until now'],
        ['--new-hook-secret', 'make a new secret for the webhook'],
      ],
      examples: [
        'knots https://git.example.org/knots.git --outcome publish',
        'knots https://git.example.org/knots.git --credential-file token.txt',
      ],
      run: async () => (await import('../actions/course/source.ts')).setCourseSource,
    },
    operationCommand(sources('SourceInput', 'getSource'), {
      name: 'show',
      about: 'Shows the git repository of a course, and how the last sync of it ended.',
      operation: 'sources.get',
      arguments: [courseArgument],
      examples: ['knots', 'knots --json'],
      lists: { problems: ['severity', 'place', 'message'] },
    }),
    operationCommand(sources('SourceInput', 'syncNow'), {
      name: 'sync',
      about: 'Has the server sync the git repository of a course now.',
      operation: 'sources.sync',
      arguments: [courseArgument],
      examples: ['knots'],
      lists: { problems: ['severity', 'place', 'message'] },
    }),
    operationCommand(sources('SourceInput', 'removeSource'), {
      name: 'remove',
      about: 'Gives up the git repository of a course. Its content stays.',
      operation: 'sources.remove',
      arguments: [courseArgument],
      examples: ['knots'],
      says: (_removed, { course }) =>
        `${course} comes from no git repository any more. Its content stays.`,
    }),
  ],
}
