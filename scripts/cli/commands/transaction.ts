import { Argument, type Command } from 'commander'
import { type CautionOptions, dryRunOption, yesOption } from '../caution.ts'
import { examples } from '../help.ts'
import { jsonOption, type OutputOptions, show } from '../output.ts'

const id = '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04'

export function addTransactionCommands(program: Command): void {
  const transaction = program
    .command('transaction')
    .description(
      'Lists and shows purchases, refunds them, and records payments received outside the ' +
        'provider.',
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
    .description('Lists purchases, newest first.')
    .option('--email <email>', 'only purchases of this user')
    .option(
      '--status <status>',
      'only purchases with this status: pending, paid, fulfilled, partially_refunded, refunded, ' +
        'failed, expired or canceled',
    )
    .option('--limit <number>', 'maximum number of purchases', '50')
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
      'Shows a purchase with its lines, its receipt, the events from the payment provider, ' +
        'and its refunds and disputes.',
    )
    .addArgument(transactionArgument())
    .option(...jsonOption)
    .addHelpText('after', examples(`transaction show ${id}`))
    .action(async (id: string, options: OutputOptions) =>
      show(await (await actions()).showTransaction(id), options),
    )

  transaction
    .command('receipt')
    .description("Prints the receipt of a purchase, the same as the buyer's download.")
    .addArgument(transactionArgument())
    .option('--output <file>', 'PDF file to write. Default: receipt-NUMBER.pdf')
    .option(...jsonOption)
    .addHelpText('after', examples(`transaction receipt ${id} --output receipt.pdf`))
    .action(async (id: string, options: OutputOptions & { output?: string }) => {
      const { printReceipt } = await import('../actions/receipt.ts')
      show(await printReceipt(id, options), options)
    })

  transaction
    .command('refund')
    .description(
      'Refunds a purchase or one of its lines, in full or in part. A fully refunded course is' +
        ' no longer accessible; certificates stay. If the payment provider cannot be reached, ' +
        'the server retries later. Without --line everything that is left is refunded, after ' +
        'you have confirmed it.',
    )
    .addArgument(transactionArgument())
    .requiredOption('--reason <text>', 'reason, for the books')
    .option('--line <number>', 'only this line, counted from 1')
    .option(
      '--amount <number>',
      "only this amount, in the currency's smallest unit: 2900 USD is 29 dollars",
    )
    .option('--surplus', 'refund money that was not owed, after its refund failed')
    .option('--by-hand', 'you have refunded it outside the provider: only record it')
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        `transaction refund ${id} --reason "Bought by mistake" --dry-run`,
        `transaction refund ${id} --reason "Bought by mistake"`,
        `transaction refund ${id} --line 2 --amount 500 --reason "Goodwill"`,
      ),
    )
    .action(async (id: string, options: OutputOptions & RefundOptions) =>
      show(await (await actions()).refund(id, options), options),
    )

  transaction
    .command('undo')
    .description(
      'Takes back what a purchase without money gave: the access to its courses. Progress and ' +
        'certificates stay, and a coupon has its use again once no course is left. Running it ' +
        'again has no effect. A purchase that cost money is refunded instead.',
    )
    .addArgument(transactionArgument())
    .option(
      '--course <id>',
      'only this course; can be repeated',
      (id: string, others: string[]) => [...others, id],
      [],
    )
    .option(...yesOption)
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText('after', examples(`transaction undo ${id} --dry-run`, `transaction undo ${id}`))
    .action(async (id: string, options: OutputOptions & CautionOptions & { course: string[] }) =>
      show(await (await actions()).undo(id, options), options),
    )

  transaction
    .command('assign')
    .description(
      'Assigns a refund or a lost dispute at the payment provider to a line of the purchase, ' +
        'where the service does not know which: there are several lines, it is in a different ' +
        'currency, or a refund was recorded by hand before. No money is moved. ' +
        '`transaction show` lists what is unassigned.',
    )
    .addArgument(transactionArgument())
    .requiredOption('--reversal <reference>', 'id of the refund or dispute at the provider')
    .requiredOption('--line <number>', 'line, counted from 1')
    .requiredOption('--reason <text>', 'how you know, for the books')
    .option(
      '--amount <number>',
      "only this amount, in the smallest unit of the purchase's currency; required if the " +
        'provider took a different one',
    )
    .option('--by-hand', 'it is the refund of this line that was recorded by hand: count it once')
    .option(...dryRunOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      examples(
        `transaction assign ${id} --reversal re_3PqV2k --line 2 --reason "Ada confirmed by mail"`,
        `transaction assign ${id} --reversal du_1Qm7 --line 1 --amount 2900 --reason "Paid in EUR"`,
        `transaction assign ${id} --reversal re_3PqV2k --line 1 --by-hand --reason "The same one"`,
      ),
    )
    .action(async (id: string, options: OutputOptions & AssignOptions) =>
      show(await (await actions()).assign(id, options), options),
    )

  transaction
    .command('mark-paid')
    .description(
      'Records that the full amount was received outside the provider, such as by bank ' +
        'transfer, and enrolls the buyer. You refund it by hand too.',
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

interface AssignOptions extends Pick<CautionOptions, 'dryRun'> {
  reversal: string
  reason: string
  line: string
  amount?: string
  byHand?: true
}

interface RefundOptions extends CautionOptions {
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
