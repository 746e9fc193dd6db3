import { accountRole, userSort } from '../../../client-sdk/src/values.ts'
import type { CommandEntry } from '../command-entry.ts'
import { emailArgument, limitOption, timeZoneOption } from './described.ts'

const actions = () => import('../actions/user/user.ts')
const lists = () => import('../actions/user/list-users.ts')

export const userCommands: CommandEntry = {
  name: 'user',
  about:
    'Lists, finds, shows and invites users, verifies and changes their emails, changes their ' +
    'roles, ends their sessions, suspends and erases them.',
  examples: [
    'find lovelace',
    'verify ada.lovelace@example.com',
    'role ada.lovelace@example.com admin',
  ],
  commands: [
    {
      name: 'list',
      about: 'Lists users, the oldest first. It says so when there are more, and how to go on.',
      options: [
        ['--words <words>', 'only those with all of these words in their email or name'],
        ['--role <role>', 'only this role', { choices: accountRole }],
        ['--verified <answer>', 'by their email', { choices: ['yes', 'no'] }],
        ['--suspended <answer>', 'by suspension', { choices: ['yes', 'no'] }],
        ['--from <time>', 'registered on this day or at this instant, or later'],
        ['--to <time>', 'registered on this day or at this instant, or earlier'],
        ['--last-seen-since <time>', 'last seen on this day or at this instant, or later'],
        ['--last-seen-before <time>', 'last seen before this day or instant, or never'],
        timeZoneOption,
        ['--sort <order>', 'the order', { choices: userSort, default: 'oldest' }],
        limitOption('users', '1000'),
        ['--after <email>', 'begins after this user, in the same order', { as: 'email' }],
      ],
      examples: [
        '',
        '--role support',
        '--from 2026-11-01 --to 2026-11-30 --time-zone Europe/Berlin',
        '--limit 50 --after ada.lovelace@example.com --json',
      ],
      run: async () => (await lists()).listPage,
      opensItself: true,
    },
    {
      name: 'find',
      about: 'Finds users by words in their email or name, newest first.',
      arguments: [['<words>', 'parts of the email or name, upper or lower case']],
      options: [limitOption('users', '50')],
      examples: ['lovelace', '@example.com --limit 500'],
      run: async () => (await lists()).find,
      opensItself: true,
    },
    {
      name: 'show',
      about:
        'Shows a user: how they sign in, and their newest enrollments, purchases and certificates.',
      arguments: [['<email or id>', 'email or id of the user', { as: 'emailOrId' }]],
      examples: ['ada.lovelace@example.com'],
      run: async () => (await actions()).showUser,
    },
    {
      name: 'verify',
      about:
        'Marks the email of a user as verified, so that the user can log in without the mailed code.',
      arguments: [emailArgument()],
      examples: ['ada.lovelace@example.com'],
      run: async () => (await actions()).verify,
    },
    {
      name: 'create',
      about:
        'Creates an account for somebody, who gets a code at the email, verifies it and sets a ' +
        'password.',
      arguments: [emailArgument('person')],
      options: [['--name <name>', 'name of the person', { required: true }]],
      examples: ['ada.lovelace@example.com --name "Ada Lovelace"'],
      run: async () => (await actions()).create,
    },
    {
      name: 'rename',
      about: 'Gives a user another name. Issued certificates keep theirs.',
      arguments: [emailArgument(), ['<name>', 'the new name']],
      examples: ['ada.lovelace@example.com "Ada King"'],
      run: async () => (await actions()).rename,
    },
    {
      name: 'reset-progress',
      about:
        'Resets what a user has done in a course, and mails the reason. What is completed or ' +
        'certified stays.',
      arguments: [emailArgument(), ['<course>', 'id or slug of the course']],
      options: [['--reason <text>', 'the reason, which the user is told', { required: true }]],
      care: { asks: 'Reset what the user has done in the course?', word: 'reset' },
      examples: ['ada.lovelace@example.com knots --reason "You asked to begin again" --yes'],
      run: async () => (await actions()).reset,
    },
    {
      name: 'role',
      about:
        'Makes a user a learner, an administrator, support or finance. ' +
        'It takes effect at once: the user is logged out everywhere.',
      arguments: [emailArgument(), ['<role>', 'new role', { choices: accountRole }]],
      examples: ['ada.lovelace@example.com admin', 'grace.hopper@example.com support'],
      run: async () => (await actions()).changeRole,
    },
    {
      name: 'remove-second-factors',
      about:
        'Removes the second factors and recovery codes of a user who lost them, and signs the user ' +
        'out. The user is mailed. Make sure who asks.',
      arguments: [emailArgument()],
      care: { asks: 'Let the password alone sign in?', word: 'remove' },
      examples: ['ada.lovelace@example.com --yes'],
      run: async () => (await actions()).removeSecondFactors,
    },
    {
      name: 'suspend',
      about:
        'Suspends a user: the next request is refused, and so is every sign-in. The user is mailed, ' +
        'without the reason. Certificates stay valid.',
      arguments: [emailArgument()],
      options: [
        [
          '--reason <text>',
          'the reason, for your records',
          { required: true, as: 'suspensionReason' },
        ],
      ],
      examples: ['ada.lovelace@example.com --reason "Shared with a class"'],
      run: async () => (await actions()).suspend,
    },
    {
      name: 'reinstate',
      about: 'Lifts the suspension of a user, who can then sign in again.',
      arguments: [emailArgument()],
      examples: ['ada.lovelace@example.com'],
      run: async () => (await actions()).reinstate,
    },
    {
      name: 'invite',
      about: 'Mails somebody without an account where to register.',
      arguments: [emailArgument('person')],
      examples: ['ada.lovelace@example.com'],
      run: async () => (await actions()).invite,
    },
    {
      name: 'sessions',
      about: 'Lists where a user is signed in, or ends all sessions of the user.',
      arguments: [emailArgument()],
      options: [['--end', 'end them: the user is signed out everywhere']],
      examples: ['ada.lovelace@example.com', 'ada.lovelace@example.com --end'],
      run: async () => (await actions()).sessions,
    },
    {
      name: 'email',
      about:
        'Changes the email of a user who lost access to the old mailbox. Verify the identity of' +
        ' the person first. The user is logged out everywhere and has to verify the new email ' +
        'with a code sent to it.',
      arguments: [
        ['<old>', 'current email of the user', { as: 'email' }],
        ['<new>', 'new email', { as: 'email' }],
      ],
      examples: ['ada.lovelace@example.com ada.king@example.com'],
      run: async () => (await actions()).changeEmail,
    },
    {
      name: 'erase',
      about:
        'Erases a user and all personal data for good. Certificates stay valid, with the name ' +
        'printed on them; payments stay in the books, without the person.',
      arguments: [emailArgument()],
      care: {
        asks: (email: string) => `Erase ${email} and all personal data for good?`,
        word: 'erase',
      },
      examples: ['ada.lovelace@example.com', 'ada.lovelace@example.com --yes --json'],
      run: async () => (await actions()).erase,
    },
  ],
}
