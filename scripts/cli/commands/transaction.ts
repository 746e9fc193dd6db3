import { Argument, type Command } from 'commander'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../outcome.ts'

const id = '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04'

export function addTransactionCommands(program: Command): void {
  const transaction = program
    .command('transaction')
    .description(
      'Lists and shows purchases, pays money back, and takes note of money that came by another way.',
    )
    .addHelpText(
      'after',
      examples(
        'transaction list --status paid',
        `transaction refund ${id} --line 1 --reason "Bought by mistake"`,
      ),
    )

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
    .addHelpText(
      'after',
      examples('transaction list', 'transaction list --email ada.lovelace@example.com --json'),
    )
    .action(async (options: OutputOptions & { email?: string; status?: string; limit: string }) =>
      show(await (await actions()).list(options), options),
    )

  transaction
    .command('show')
    .description(
      'Shows a purchase with its lines, its receipt, what the payment provider told, and what was paid back or is disputed.',
    )
    .addArgument(transactionArgument())
    .option(...jsonOption)
    .addHelpText('after', examples(`transaction show ${id}`))
    .action(async (id: string, options: OutputOptions) =>
      show(await (await actions()).showTransaction(id), options),
    )

  transaction
    .command('receipt')
    .description('Prints the receipt of a purchase, the same that the buyer downloads.')
    .addArgument(transactionArgument())
    .option('--output <file>', 'where the PDF goes; receipt-NUMBER.pdf unless said otherwise')
    .option(...jsonOption)
    .addHelpText('after', examples(`transaction receipt ${id} --output receipt.pdf`))
    .action(async (id: string, options: OutputOptions & { output?: string }) => {
      const { printReceipt } = await import('../actions/receipt.ts')
      show(await printReceipt(id, options), options)
    })

  transaction
    .command('refund')
    .description(
      'Pays money back, for all lines or for one, whole or in part. Access ends to a course that is wholly paid back; certificates stay. ' +
        'What the payment provider does not take now the server sends later.',
    )
    .addArgument(transactionArgument())
    .requiredOption('--reason <text>', 'why, for the books')
    .option('--line <number>', 'only this line, counted from 1')
    .option(
      '--amount <number>',
      "only so much of it, in the currency's smallest unit: 2900 USD is 29 dollars",
    )
    .option('--surplus', 'what arrived without being owed, where its refund failed')
    .option(
      '--by-hand',
      'you have paid it back in another way: the books say so, and the provider is not asked',
    )
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        `transaction refund ${id} --reason "Bought by mistake"`,
        `transaction refund ${id} --line 2 --amount 500 --reason "Goodwill"`,
      ),
    )
    .action(async (id: string, options: OutputOptions & RefundOptions) =>
      show(await (await actions()).refund(id, options), options),
    )

  transaction
    .command('assign')
    .description(
      "Says for which line money was that went back at the payment provider, by a refund in its dashboard or a lost dispute, where there are several lines. Nothing is paid. 'transaction show' lists it.",
    )
    .addArgument(transactionArgument())
    .requiredOption('--reversal <reference>', 'the id of the refund or the dispute at the provider')
    .requiredOption('--line <number>', 'the line, counted from 1')
    .requiredOption('--reason <text>', 'how you know, for the books')
    .option('--amount <number>', "only so much of it, in the currency's smallest unit")
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        `transaction assign ${id} --reversal re_3PqV2k --line 2 --reason "Ada wrote that it was for the second course"`,
      ),
    )
    .action(
      async (
        id: string,
        options: OutputOptions & {
          reversal: string
          reason: string
          line: string
          amount?: string
        },
      ) => show(await (await actions()).assign(id, options), options),
    )

  transaction
    .command('mark-paid')
    .description(
      'Takes note that all of the money has arrived by another way, like a bank transfer, and opens the courses. What is paid back of it later goes back by hand too.',
    )
    .addArgument(transactionArgument())
    .requiredOption('--reason <text>', 'how you know, for the records')
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(`transaction mark-paid ${id} --reason "Bank transfer of 21 November"`),
    )
    .action(async (id: string, options: OutputOptions & { reason: string }) =>
      show(await (await actions()).markAsPaid(id, options.reason), options),
    )
}

interface RefundOptions {
  reason: string
  line?: string
  amount?: string
  surplus?: true
  byHand?: true
}

function transactionArgument(): Argument {
  return new Argument('<id>', 'id of the transaction')
}

function actions() {
  return import('../actions/transaction.ts')
}
