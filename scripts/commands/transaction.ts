import { Argument, type Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

const id = '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04'

export function addTransactionCommands(program: Command): void {
  const transaction = program
    .command('transaction')
    .description('Lists and shows purchases, pays money back, and takes note of money that came by another way.')
    .addHelpText('after', examples('transaction list --status paid', `transaction refund ${id} --line 1 --reason "Bought by mistake"`))

  transaction
    .command('list')
    .description('Lists purchases, the newest at the top.')
    .option('--email <email>', 'only those of this user')
    .option(
      '--status <status>',
      'only those in this state: pending, paid, fulfilled, partially_refunded, refunded, failed, expired or canceled',
    )
    .option('--limit <number>', 'how many at most', '50')
    .option(...jsonOption)
    .addHelpText('after', examples('transaction list', 'transaction list --email ada.lovelace@example.com --json'))
    .action(async (options: OutputOptions & { email?: string; status?: string; limit: string }) =>
      show(await (await actions()).list(options), options),
    )

  transaction
    .command('show')
    .description('Shows a purchase with its lines, its receipt, what the payment provider told, and what was paid back.')
    .addArgument(transactionArgument())
    .option(...jsonOption)
    .addHelpText('after', examples(`transaction show ${id}`))
    .action(async (id: string, options: OutputOptions) => show(await (await actions()).showTransaction(id), options))

  transaction
    .command('refund')
    .description(
      'Pays money back, for all lines or for one, whole or in part. Access ends to a course that is wholly paid back; certificates stay. ' +
        'What the payment provider does not take now the server sends later.',
    )
    .addArgument(transactionArgument())
    .requiredOption('--reason <text>', 'why, for the books')
    .option('--line <number>', 'only this line, counted from 1')
    .option('--amount <number>', "only so much of it, in the currency's smallest unit: 2900 USD is 29 dollars")
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        `transaction refund ${id} --reason "Bought by mistake"`,
        `transaction refund ${id} --line 2 --amount 500 --reason "Goodwill"`,
      ),
    )
    .action(async (id: string, options: OutputOptions & { reason: string; line?: string; amount?: string }) =>
      show(await (await actions()).refund(id, options), options),
    )

  transaction
    .command('mark-paid')
    .description(
      'Takes note that all of the money has arrived by another way, like a bank transfer, and opens the courses. What is paid back of it later goes back by hand too.',
    )
    .addArgument(transactionArgument())
    .requiredOption('--reason <text>', 'how you know, for the records')
    .option(...jsonOption)
    .addHelpText('after', examples(`transaction mark-paid ${id} --reason "Bank transfer of 21 November"`))
    .action(async (id: string, options: OutputOptions & { reason: string }) =>
      show(await (await actions()).markAsPaid(id, options.reason), options),
    )
}

function transactionArgument(): Argument {
  return new Argument('<id>', 'id of the transaction')
}

function actions() {
  return import('../actions/transaction.ts')
}
