import { userSort } from '../../../client-sdk/src/staff-values.ts'
import type { accountRole } from '../../../client-sdk/src/values.ts'
import type { CommandEntry } from '../command-entry.ts'
import { likeOperation, loading, operationCommand } from '../operations/operation-command.ts'
import {
  emailArgument,
  limitOption,
  publishedCourseArgument,
  timeZoneOption,
  userArgument,
} from './described.ts'

const actions = () => import('../actions/user/user.ts')
const lists = () => import('../actions/user/list-users.ts')

const users = loading(async () => ({
  ...(await import('../../../server/features/people/users/schema.ts')),
  ...(await import('../../../server/features/people/users/change-user.ts')),
}))
const learning = loading(async () => ({
  ...(await import('../../../server/features/learning/invitations/schema.ts')),
  ...(await import('../../../server/features/learning/invitations/admin.ts')),
  ...(await import('../../../server/features/learning/progress/schema.ts')),
  ...(await import('../../../server/features/learning/progress/reset-progress.ts')),
}))

const roleWords = {
  learner: 'a learner',
  admin: 'an administrator',
  support: 'as support',
  finance: 'as finance',
} as const satisfies Record<(typeof accountRole)[number], string>

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
    likeOperation({
      name: 'list',
      about: 'Lists users, the oldest first. It says so when there are more, and how to go on.',
      operation: 'admin.users.list',
      options: {
        q: ['--words <words>', 'only those with all of these words in their email or name'],
        from: ['--from <time>', 'registered on this day or at this instant, or later'],
        to: ['--to <time>', 'registered on this day or at this instant, or earlier'],
        timeZone: timeZoneOption,
        sort: ['--sort <order>', 'the order', { choices: userSort, default: 'oldest' }],
        limit: limitOption('users', '1000'),
        after: ['--after <email>', 'begins after this user, in the same order', { as: 'email' }],
      },
      examples: [
        '',
        '--role support',
        '--from 2026-11-01 --to 2026-11-30 --time-zone Europe/Berlin',
        '--limit 50 --after ada.lovelace@example.com --json',
      ],
      run: async () => (await lists()).listPage,
      opensItself: true,
    }),
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
      arguments: [userArgument()],
      run: async () => (await actions()).verify,
    },
    operationCommand(users('CreateUserInput', 'createUserAsAdmin'), {
      name: 'create',
      about:
        'Creates an account for somebody, who gets a code at the email, verifies it and sets a ' +
        'password.',
      operation: 'admin.users.create',
      arguments: [emailArgument('person')],
      says: ({ email }) => `${email} has an account, and gets a mail to set its password.`,
    }),
    operationCommand(users('RenameUserInput', 'renameUserAsAdmin'), {
      name: 'rename',
      about: 'Gives a user another name. Issued certificates keep theirs.',
      operation: 'admin.users.rename',
      arguments: [userArgument(), 'name'],
      says: ({ email, name }) => `${email} is now called ${name}.`,
    }),
    operationCommand(learning('ResetProgressInput', 'resetProgress'), {
      name: 'reset-progress',
      about:
        'Resets what a user has done in a course, and mails the reason. What is completed or ' +
        'certified stays.',
      operation: 'admin.enrollments.resetProgress',
      arguments: [userArgument(), publishedCourseArgument],
      care: { asks: 'Reset what the user has done in the course?', word: 'reset' },
      says: ({ lessons, percentBefore, percent, staysCompleted }, { email }) =>
        `${lessons} lessons of ${email} are reset: ${percentBefore} % is ${percent} %` +
        `${staysCompleted ? ', and stays completed' : ''}.`,
    }),
    operationCommand(users('NewRoleInput', 'setRoleAsAdmin'), {
      name: 'role',
      about:
        'Makes a user a learner, an administrator, support or finance. ' +
        'It takes effect at once: the user is logged out everywhere.',
      operation: 'admin.users.setRole',
      arguments: [userArgument(), 'role'],
      examples: ['ada.lovelace@example.com admin', 'grace.hopper@example.com support'],
      says: ({ email, role }) => `${email} is now ${roleWords[role]}.`,
    }),
    operationCommand(users('UserInput', 'removeSecondFactorsAsAdmin'), {
      name: 'remove-second-factors',
      about:
        'Removes the second factors and recovery codes of a user who lost them, and signs the user ' +
        'out. The user is mailed. Make sure who asks.',
      operation: 'admin.users.removeSecondFactors',
      arguments: [userArgument()],
      care: { asks: 'Let the password alone sign in?', word: 'remove' },
      says: ({ email }) => `${email} has no second factor any more.`,
    }),
    operationCommand(users('SuspendUserInput', 'suspendAsAdmin'), {
      name: 'suspend',
      about:
        'Suspends a user: the next request is refused, and so is every sign-in. The user is mailed, ' +
        'without the reason. Certificates stay valid.',
      operation: 'admin.users.suspend',
      arguments: [userArgument()],
      says: ({ email, suspension }) =>
        `${email} is suspended since ${suspension?.since}: ${suspension?.reason}`,
    }),
    operationCommand(users('UserInput', 'reinstateAsAdmin'), {
      name: 'reinstate',
      about: 'Lifts the suspension of a user, who can then sign in again.',
      operation: 'admin.users.reinstate',
      arguments: [userArgument()],
      says: ({ email }) => `${email} is not suspended.`,
    }),
    operationCommand(learning('CreateInvitationInput', 'createAsAdmin'), {
      name: 'invite',
      about: 'Mails somebody without an account where to register.',
      operation: 'admin.invitations.create',
      arguments: [emailArgument('person')],
      tellsChange: true,
      says: ({ email }, _typed, isNew) =>
        `${email} ${isNew ? 'is invited to register' : 'was invited before'}.`,
    }),
    {
      name: 'sessions',
      about: 'Lists where a user is signed in, or ends all sessions of the user.',
      arguments: [userArgument()],
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
      arguments: [userArgument()],
      care: {
        asks: (email: string) => `Erase ${email} and all personal data for good?`,
        word: 'erase',
      },
      examples: ['ada.lovelace@example.com', 'ada.lovelace@example.com --yes --json'],
      run: async () => (await actions()).erase,
    },
  ],
}
