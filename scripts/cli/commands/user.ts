import { Argument, type Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export function addUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description(
      'Lists users, verifies and changes their emails, makes them administrators, and erases them.',
    )
    .addHelpText(
      'after',
      examples(
        'user list',
        'user verify ada.lovelace@example.com',
        'user role ada.lovelace@example.com admin',
      ),
    )

  user
    .command('list')
    .description('Lists all users, those who registered first at the top.')
    .option(...jsonOption)
    .addHelpText('after', examples('user list', 'user list --json'))
    .action(async (options: OutputOptions) => show(await (await actions()).listAllUsers(), options))

  user
    .command('verify')
    .description(
      'Takes the email of a user for verified, so that the user can log in without the code of the mail.',
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
      'Makes a user an administrator, or a learner again. It is in force at once: the sessions of the user end.',
    )
    .argument('<email>', 'email of the user')
    .addArgument(new Argument('<role>', 'what the user is to be').choices(['learner', 'admin']))
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
      'Gives a user another email, for who has lost the mailbox of the old one. Make sure who is asking. The sessions of the user end, and the new email is to be verified by a code that is mailed to it.',
    )
    .argument('<old>', 'email of the user until now')
    .argument('<new>', 'email to have instead')
    .option(...jsonOption)
    .addHelpText('after', examples('user email ada.lovelace@example.com ada.king@example.com'))
    .action(async (oldEmail: string, newEmail: string, options: OutputOptions) =>
      show(await (await actions()).changeEmail(oldEmail, newEmail), options),
    )

  user
    .command('erase')
    .description(
      'Erases a user with all personal data, for good. Certificates stay valid, with the name that is printed on them; what was paid stays in the books, without the person.',
    )
    .argument('<email>', 'email of the user')
    .option('--yes', 'do not ask whether it is meant')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        'user erase ada.lovelace@example.com',
        'user erase ada.lovelace@example.com --yes --json',
      ),
    )
    .action(async (email: string, { yes = false, ...options }: OutputOptions & { yes?: boolean }) =>
      show(await (await actions()).erase(email, { isMeant: yes }), options),
    )
}

function actions() {
  return import('../actions/user.ts')
}
