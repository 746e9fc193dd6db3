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
    operationCommand(sources('RepositoryInput', 'setSource'), {
      name: 'set',
      about:
        'Sets the git repository of a course, and has the server sync it. From then on the ' +
        'content of the course is written there alone. Shows the secret for the webhook of the ' +
        'host once.',
      operation: 'sources.set',
      arguments: [courseArgument, 'url'],
      options: {
        credentialFile: [
          '--credential-file <file>',
          'file with a token, or user:password, that may read the repository; - for standard input',
        ],
        noCredential: [
          '--no-credential',
          'forget the credential; without it, it stays as long as the address',
        ],
      },
      without: ['credential'],
      reads: async (typed) => (await import('../actions/course/source.ts')).credentialIn(typed),
      examples: [
        'knots https://git.example.org/knots.git --outcome publish',
        'knots https://git.example.org/knots.git --credential-file token.txt',
      ],
      lists: { problems: ['severity', 'place', 'message'] },
    }),
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
      lists: { problems: ['severity', 'place', 'message'] },
    }),
    operationCommand(sources('SourceInput', 'removeSource'), {
      name: 'remove',
      about: 'Gives up the git repository of a course. Its content stays.',
      operation: 'sources.remove',
      arguments: [courseArgument],
      says: (_removed, { course }) =>
        `${course} comes from no git repository any more. Its content stays.`,
    }),
  ],
}
