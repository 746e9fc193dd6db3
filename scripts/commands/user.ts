import { Argument, type Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

export function addUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description('Lists users, verifies their emails, and makes them administrators.')
    .addHelpText('after', examples('user list', 'user verify ada.lovelace@example.com', 'user role ada.lovelace@example.com admin'))

  user
    .command('list')
    .description('Lists all users, those who registered first at the top.')
    .option(...jsonOption)
    .addHelpText('after', examples('user list', 'user list --json'))
    .action(async (options: OutputOptions) => show(await (await actions()).listAllUsers(), options))

  user
    .command('verify')
    .description('Takes the email of a user for verified, so that the user can log in without the code of the mail.')
    .argument('<email>', 'email of the user')
    .option(...jsonOption)
    .addHelpText('after', examples('user verify ada.lovelace@example.com'))
    .action(async (email: string, options: OutputOptions) => show(await (await actions()).verify(email), options))

  user
    .command('role')
    .description('Makes a user an administrator, or a learner again. It is in force from the next request of that user on.')
    .argument('<email>', 'email of the user')
    .addArgument(new Argument('<role>', 'what the user is to be').choices(['learner', 'admin']))
    .option(...jsonOption)
    .addHelpText('after', examples('user role ada.lovelace@example.com admin', 'user role ada.lovelace@example.com learner'))
    .action(async (email: string, role: 'learner' | 'admin', options: OutputOptions) =>
      show(await (await actions()).changeRole(email, role), options),
    )
}

function actions() {
  return import('../actions/user.ts')
}
