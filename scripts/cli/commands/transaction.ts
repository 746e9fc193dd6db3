import type { CommandEntry } from '../command-entry.ts'
import { loading, operationCommand } from '../operations/operation-command.ts'
import { transactionLists } from '../transaction-lists.ts'
import { idArgument, limitOption, reasonOption } from './described.ts'

const transactions = loading(async () => ({
  ...(await import('../../../server/features/shop/transactions/admin/schema.ts')),
  ...(await import('../../../server/features/shop/transactions/admin/list.ts')),
  ...(await import('../../../server/features/shop/transactions/admin/undo.ts')),
  ...(await import('../../../server/features/shop/payments/schema.ts')),
  ...(await import('../../../server/features/shop/payments/by-hand.ts')),
}))

const actions = () => import('../actions/transaction.ts')

const id = '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04'

export const transactionCommands: CommandEntry = {
  name: 'transaction',
  about:
    'Lists and shows purchases, refunds them, and records payments received outside the ' +
    'provider.',
  examples: ['list --status paid', `refund ${id} --line 1 --reason "Bought by mistake"`],
  commands: [
    operationCommand(transactions('ListAdminTransactionsInput', 'listAdminTransactions'), {
      name: 'list',
      about: 'Lists purchases, newest first.',
      operation: 'admin.transactions.list',
      options: {
        q: ['--email <email>', 'only purchases of this user', { as: 'email' }],
        limit: limitOption('purchases', '50'),
      },
      without: ['user'],
      examples: ['', '--email ada.lovelace@example.com --json'],
      columns: [
        'id',
        'createdAt',
        'status',
        'isDisputed',
        'total',
        ['BUYER', ({ buyer }) => buyer?.email],
      ],
      none: 'No transactions found.',
    }),
    {
      name: 'show',
      about:
        'Shows a purchase with its lines, its receipt, the events from the payment provider, ' +
        'and its refunds and disputes.',
      arguments: [idArgument('transaction')],
      examples: [id],
      run: async () => (await actions()).showTransaction,
    },
    {
      name: 'receipt',
      about: "Prints the receipt of a purchase, the same as the buyer's download.",
      arguments: [idArgument('transaction')],
      options: [['--output <file>', 'PDF file to write. Default: receipt-NUMBER.pdf']],
      examples: [`${id} --output receipt.pdf`],
      run: async () => (await import('../actions/receipt.ts')).printReceipt,
    },
    {
      name: 'refund',
      about:
        'Refunds a purchase or one of its lines, in full or in part. A fully refunded course is' +
        ' no longer accessible; certificates stay. If the payment provider cannot be reached, ' +
        'the server retries later. Without --line everything that is left is refunded, after ' +
        'you have confirmed it.',
      arguments: [idArgument('transaction')],
      options: [
        reasonOption('reason, for the books'),
        ['--line <number>', 'only this line, counted from 1', { as: 'number' }],
        [
          '--amount <number>',
          "only this amount, in the currency's smallest unit: 2900 USD is 29 dollars",
          { as: 'number' },
        ],
        [
          '--surplus',
          'refund money that was not owed, in full, after its refund failed',
          { conflicts: ['line', 'amount'] },
        ],
        ['--by-hand', 'you have refunded it outside the provider: only record it'],
      ],
      care: { asks: askToRefundAll, word: 'refund' },
      examples: [
        `${id} --reason "Bought by mistake" --dry-run`,
        `${id} --reason "Bought by mistake"`,
        `${id} --line 2 --amount 500 --reason "Goodwill"`,
      ],
      run: async () => (await actions()).refund,
    },
    operationCommand(transactions('UndoTransactionInput', 'undoFreeTransaction'), {
      name: 'undo',
      about:
        'Takes back what a purchase without money gave: the access to its courses. Progress and ' +
        'certificates stay, and a coupon has its use again once no course is left. Running it ' +
        'again has no effect. A purchase that cost money is refunded instead.',
      operation: 'admin.transactions.undo',
      arguments: [idArgument('transaction')],
      options: { courseIds: '--course <id>' },
      care: { asks: (id: string) => `Take back the courses of ${id}?`, word: 'undo' },
      examples: [`${id} --dry-run`, `${id}`],
      lists: transactionLists,
    }),
    operationCommand(transactions('AssignReversalInput', 'assignByHand'), {
      name: 'assign',
      about:
        'Assigns a refund or a lost dispute at the payment provider to a line of the purchase, ' +
        'where the service does not know which: there are several lines, it is in a different ' +
        'currency, or a refund was recorded by hand before. No money is moved. ' +
        '`transaction show` lists what is unassigned.',
      operation: 'admin.transactions.assignReversal',
      arguments: [idArgument('transaction')],
      options: {
        reversal: '--reversal <reference>',
        line: '--line <number>',
        reason: reasonOption('how you know, for the books'),
        amount: '--amount <number>',
        isNotedByHand: '--by-hand',
      },
      care: 'rehearsed',
      examples: [
        `${id} --reversal re_3PqV2k --line 2 --reason "Ada confirmed by mail"`,
        `${id} --reversal du_1Qm7 --line 1 --amount 2900 --reason "Paid in EUR"`,
        `${id} --reversal re_3PqV2k --line 1 --by-hand --reason "The same one"`,
      ],
      lists: transactionLists,
    }),
    operationCommand(transactions('MarkPaidInput', 'markPaidByHand'), {
      name: 'mark-paid',
      about:
        'Records that the full amount was received outside the provider, such as by bank ' +
        'transfer, and enrolls the buyer. You refund it by hand too.',
      operation: 'admin.transactions.markPaid',
      arguments: [idArgument('transaction')],
      options: { reason: reasonOption('how you know, for the records') },
      examples: [`${id} --reason "Bank transfer of 21 November"`],
      lists: transactionLists,
    }),
  ],
}

/** Asks before refunding everything, but not for a line, an amount or a surplus. */
function askToRefundAll(id: string, options: { line?: number; amount?: number; surplus?: true }) {
  const isOfAll = !options.surplus && (options.line ?? options.amount) === undefined
  return isOfAll ? `Refund all lines of ${id} that are not refunded yet?` : undefined
}
