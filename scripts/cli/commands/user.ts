import { Argument, type Command } from 'commander'
import type { PageOptions } from '../actions/user.ts'
import { type CautionOptions, dryRunOption, yesOption } from '../caution.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

export function addUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description(
      'Lists, finds and shows users, verifies and changes their emails, changes their roles, ' +
        'and erases them.',
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
    .description('Lists users, oldest first.')
    .option('--limit <number>', 'maximum number of users', '1000')
    .option('--after <email>', 'begins after this user')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples('user list', 'user list --limit 50 --after ada.lovelace@example.com --json'),
    )
    .action(async (options: OutputOptions & PageOptions) =>
      show(await (await actions()).listPage(options), options),
    )

  user
    .command('find')
    .description('Finds users by a part of their email or name, newest first.')
    .argument('<text>', 'part of the email or name, upper or lower case')
    .option('--limit <number>', 'maximum number of users', '50')
    .option(...jsonOption)
    .addHelpText('after', examples('user find lovelace', 'user find @example.com --limit 500'))
    .action(async (text: string, options: OutputOptions & { limit: string }) =>
      show(await (await actions()).find(text, options), options),
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
      const { showUser } = await import('../actions/show-user.ts')
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
      'Makes a user an administrator or a learner. It takes effect at once: the user is ' +
        'logged out everywhere.',
    )
    .argument('<email>', 'email of the user')
    .addArgument(new Argument('<role>', 'new role').choices(['learner', 'admin']))
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'user role ada.lovelace@example.com admin',
        'user role ada.lovelace@example.com learner',
      ),
    )
    .action(async (email: string, role: 'learner' | 'admin', options: OutputOptions) =>
      show(await (await actions()).changeRole(email, role), options),
    )

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
  return import('../actions/user.ts')
}
