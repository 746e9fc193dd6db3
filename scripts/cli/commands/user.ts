import { Argument, type Command, Option } from 'commander'
import type { Role } from '../../../server/security/permissions.ts'
import type { ListOptions } from '../actions/user/list-users.ts'
import { type CautionOptions, dryRunOption, yesOption } from '../caution.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

// Written out: the help loads nothing of the service.
const roles: Role[] = ['learner', 'admin', 'support', 'finance']
const sorts: ListOptions['sort'][] = ['newest', 'oldest', 'last-seen']

export function addUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description(
      'Lists, finds, shows and invites users, verifies and changes their emails, changes their ' +
        'roles, ends their sessions, suspends and erases them.',
    )
    .addHelpText(
      'after',
      examples(
        'user find lovelace',
        'user verify ada.lovelace@example.com',
        'user role ada.lovelace@example.com admin',
      ),
    )

  user
    .command('list')
    .description('Lists users, the oldest first. It says so when there are more, and how to go on.')
    .option('--words <words>', 'only those with all of these words in their email or name')
    .addOption(new Option('--role <role>', 'only this role').choices(roles))
    .addOption(new Option('--verified <answer>', 'by their email').choices(['yes', 'no']))
    .addOption(new Option('--suspended <answer>', 'by suspension').choices(['yes', 'no']))
    .option('--from <time>', 'registered on this day or at this instant, or later')
    .option('--to <time>', 'registered on this day or at this instant, or earlier')
    .option('--last-seen-since <time>', 'last seen on this day or at this instant, or later')
    .option('--last-seen-before <time>', 'last seen before this day or instant, or never')
    .option('--time-zone <name>', 'where those days begin and end, like Europe/Berlin', 'UTC')
    .addOption(new Option('--sort <order>', 'the order').choices(sorts).default('oldest'))
    .option('--limit <number>', 'maximum number of users', '1000')
    .option('--after <email>', 'begins after this user, in the same order')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'user list',
        'user list --role support',
        'user list --from 2026-11-01 --to 2026-11-30 --time-zone Europe/Berlin',
        'user list --limit 50 --after ada.lovelace@example.com --json',
      ),
    )
    .action(async (options: OutputOptions & ListOptions) =>
      show(await (await lists()).listPage(options), options),
    )

  user
    .command('find')
    .description('Finds users by words in their email or name, newest first.')
    .argument('<words>', 'parts of the email or name, upper or lower case')
    .option('--limit <number>', 'maximum number of users', '50')
    .option(...jsonOption)
    .addHelpText('after', examples('user find lovelace', 'user find @example.com --limit 500'))
    .action(async (words: string, options: OutputOptions & { limit: string }) =>
      show(await (await lists()).find(words, options), options),
    )

  user
    .command('show')
    .description(
      'Shows a user: how they sign in, and their newest enrollments, purchases and certificates.',
    )
    .argument('<email or id>', 'email or id of the user')
    .option(...jsonOption)
    .addHelpText('after', examples('user show ada.lovelace@example.com'))
    .action(async (who: string, options: OutputOptions) => {
      const { showUser } = await import('../actions/user/show-user.ts')
      show(await showUser(who), options)
    })

  user
    .command('verify')
    .description(
      'Marks the email of a user as verified, so that the user can log in without the mailed code.',
    )
    .argument('<email>', 'email of the user')
    .option(...jsonOption)
    .addHelpText('after', examples('user verify ada.lovelace@example.com'))
    .action(async (email: string, options: OutputOptions) =>
      show(await (await actions()).verify(email), options),
    )

  user
    .command('role')
    .description(
      'Makes a user a learner, an administrator, support or finance. ' +
        'It takes effect at once: the user is logged out everywhere.',
    )
    .argument('<email>', 'email of the user')
    .addArgument(new Argument('<role>', 'new role').choices(roles))
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'user role ada.lovelace@example.com admin',
        'user role grace.hopper@example.com support',
      ),
    )
    .action(async (email: string, role: Role, options: OutputOptions) =>
      show(await (await actions()).changeRole(email, role), options),
    )

  user
    .command('suspend')
    .description(
      'Suspends a user: the next request is refused, and so is every sign-in. The user is mailed, ' +
        'without the reason. Certificates stay valid.',
    )
    .argument('<email>', 'email of the user')
    .requiredOption('--reason <text>', 'the reason, for your records')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('user suspend ada.lovelace@example.com --reason "Shared with a class"'),
    )
    .action(async (email: string, options: OutputOptions & { reason: string }) =>
      show(await (await actions()).suspend(email, options), options),
    )

  user
    .command('reinstate')
    .description('Lifts the suspension of a user, who can then sign in again.')
    .argument('<email>', 'email of the user')
    .option(...jsonOption)
    .addHelpText('after', examples('user reinstate ada.lovelace@example.com'))
    .action(async (email: string, options: OutputOptions) =>
      show(await (await actions()).reinstate(email), options),
    )

  user
    .command('invite')
    .description('Mails somebody without an account where to register.')
    .argument('<email>', 'email of the person')
    .option(...jsonOption)
    .addHelpText('after', examples('user invite ada.lovelace@example.com'))
    .action(async (email: string, options: OutputOptions) => {
      const { invite } = await import('../actions/user/sessions.ts')
      show(await invite(email), options)
    })

  user
    .command('sessions')
    .description('Lists where a user is signed in, or ends all sessions of the user.')
    .argument('<email>', 'email of the user')
    .option('--end', 'end them: the user is signed out everywhere')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'user sessions ada.lovelace@example.com',
        'user sessions ada.lovelace@example.com --end',
      ),
    )
    .action(async (email: string, options: OutputOptions & { end?: true }) => {
      const { sessions } = await import('../actions/user/sessions.ts')
      show(await sessions(email, options), options)
    })

  user
    .command('email')
    .description(
      'Changes the email of a user who lost access to the old mailbox. Verify the identity of' +
        ' the person first. The user is logged out everywhere and has to verify the new email ' +
        'with a code sent to it.',
    )
    .argument('<old>', 'current email of the user')
    .argument('<new>', 'new email')
    .option(...jsonOption)
    .addHelpText('after', examples('user email ada.lovelace@example.com ada.king@example.com'))
    .action(async (oldEmail: string, newEmail: string, options: OutputOptions) =>
      show(await (await actions()).changeEmail(oldEmail, newEmail), options),
    )

  user
    .command('erase')
    .description(
      'Erases a user and all personal data for good. Certificates stay valid, with the name ' +
        'printed on them; payments stay in the books, without the person.',
    )
    .argument('<email>', 'email of the user')
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'user erase ada.lovelace@example.com',
        'user erase ada.lovelace@example.com --yes --json',
      ),
    )
    .action(async (email: string, options: OutputOptions & CautionOptions) =>
      show(await (await actions()).erase(email, options), options),
    )
}

function actions() {
  return import('../actions/user/user.ts')
}

function lists() {
  return import('../actions/user/list-users.ts')
}
