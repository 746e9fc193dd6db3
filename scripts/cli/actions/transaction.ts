import type { TransactionRow } from '../../../db/queries/shop/transactions.ts'
import { transactionStatuses } from '../../../db/transitions.ts'
import type { Deps } from '../../../server/context.ts'
import { markPaid } from '../../../server/features/shop/payments/mark-paid.ts'
import {
  refundSurplus,
  refundTransaction,
  requestRefunds,
  requestSurplus,
} from '../../../server/features/shop/payments/refund-transaction.ts'
import { assignReversal } from '../../../server/features/shop/refunds/assign-reversal.ts'
import { byHand } from '../../../server/features/shop/refunds/request-refund.ts'
import { describeForAdmin } from '../../../server/features/shop/transactions/admin/describe.ts'
import { listAdminTransactions } from '../../../server/features/shop/transactions/admin/list.ts'
import type { AdminTransaction } from '../../../server/features/shop/transactions/admin/schema.ts'
import { undoFreeTransaction } from '../../../server/features/shop/transactions/admin/undo.ts'
import { formatMoney } from '../../../server/lib/money.ts'
import { readEmail, readId, readReason, readWholeNumber } from '../arguments.ts'
import type { CautionOptions } from '../caution.ts'
import { UsageError } from '../command-errors.ts'
import { changeWithCare } from '../confirm.ts'
import { type CommandResult, printable } from '../output.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

export async function list(options: {
  email?: string
  status?: string
  limit: string
}): Promise<CommandResult> {
  const email = options.email === undefined ? undefined : readEmail(options.email, '--email')
  const limit = readWholeNumber(options.limit, '--limit')
  const status = options.status === undefined ? undefined : readStatus(options.status)
  const { items: found } = await withDeps((deps) =>
    listAdminTransactions(deps, { q: email, status, limit, period: 'created', timeZone: 'UTC' }),
  )
  const items = found.map(({ buyer, paidAt, ...transaction }) => ({
    ...transaction,
    email: buyer?.email ?? null,
    paidAt: paidAt ?? null,
  }))
  const rows = items.map(({ id, email, status, isDisputed, total, createdAt }) => [
    id,
    createdAt.slice(0, 10),
    isDisputed ? `${status}, disputed` : status,
    formatMoney(total),
    email ?? '(erased)',
  ])
  return {
    json: { items },
    text:
      rows.length === 0
        ? 'No transactions found.\n'
        : table(['ID', 'STARTED', 'STATUS', 'TOTAL', 'EMAIL'], rows),
  }
}

function readStatus(typed: string): TransactionRow['status'] {
  const status = transactionStatuses.find((known) => known === typed)
  if (status === undefined)
    throw new UsageError(`error: --status must be one of ${transactionStatuses.join(', ')}`)
  return status
}

export async function showTransaction(id: string): Promise<CommandResult> {
  const transactionId = readId(id)
  return withDeps((deps) => describe(deps, transactionId))
}

interface RefundOptions extends CautionOptions {
  reason: string
  line?: string
  amount?: string
  surplus?: true
  byHand?: true
}

export async function refund(id: string, options: RefundOptions): Promise<CommandResult> {
  const { surplus, byHand: isByHand } = options
  if (surplus && (options.line ?? options.amount) !== undefined)
    throw new UsageError('error: --surplus is refunded in full; omit --line and --amount')
  const request = {
    id: readId(id),
    reason: readReason(options.reason),
    line: options.line === undefined ? undefined : readWholeNumber(options.line, '--line'),
    amount: options.amount === undefined ? undefined : readWholeNumber(options.amount, '--amount'),
    isByHand,
  }
  const isOfAll = !surplus && (options.line ?? options.amount) === undefined
  return changeWithCare(options, {
    question: isOfAll ? `Refund all lines of ${request.id} that are not refunded yet?` : undefined,
    word: 'refund',
    change: async (deps) => {
      await (surplus ? refundSurplus(deps, request) : refundTransaction(deps, request))
      return describe(deps, request.id)
    },
    // Nothing is sent to the provider.
    rehearsal: async (deps) => {
      await (surplus ? requestSurplus(deps, request) : requestRefunds(deps, request))
      return describe(deps, request.id)
    },
  })
}

interface AssignOptions extends Pick<CautionOptions, 'dryRun'> {
  reversal: string
  line: string
  amount?: string
  reason: string
  byHand?: true
}

export async function assign(id: string, options: AssignOptions): Promise<CommandResult> {
  const assignment = {
    id: readId(id),
    reversal: options.reversal,
    line: readWholeNumber(options.line, '--line'),
    amount: options.amount === undefined ? undefined : readWholeNumber(options.amount, '--amount'),
    reason: readReason(options.reason),
    isNotedByHand: options.byHand,
  }
  return changeWithCare(options, {
    question: undefined,
    word: 'assign',
    change: async (deps) => {
      await assignReversal(deps, assignment)
      return describe(deps, assignment.id)
    },
  })
}

export async function undo(
  id: string,
  { course, ...options }: CautionOptions & { course: string[] },
): Promise<CommandResult> {
  const request = {
    id: readId(id),
    courseIds: course.length === 0 ? undefined : course.map((courseId) => readId(courseId)),
  }
  return changeWithCare(options, {
    question: `Take back the courses of ${request.id}?`,
    word: 'undo',
    change: async (deps) => {
      await undoFreeTransaction(deps, request)
      return describe(deps, request.id)
    },
  })
}

export async function markAsPaid(
  id: string,
  { reason }: { reason: string },
): Promise<CommandResult> {
  const given = { id: readId(id), reason: readReason(reason) }
  return withDeps(async (deps) => {
    await markPaid(deps, given)
    return describe(deps, given.id)
  })
}

async function describe(deps: Deps, id: string): Promise<CommandResult> {
  const json = await describeForAdmin(deps, id)
  return { json, text: textOf(json) }
}

const refundHeading = ['REFUND OF', 'BY', 'STATUS', 'AMOUNT', 'REQUESTED', 'REASON']
const reversalHeading = ['AT PROVIDER', 'STATUS', 'AMOUNT', 'ON LINES', 'REPORTED', 'REFERENCE']

function textOf({
  id,
  status,
  lines,
  discount,
  total,
  refunded,
  createdAt,
  paidAt,
  payment,
  receiptNumber,
  refunds,
  reversals,
  paymentReports,
}: AdminTransaction): string {
  const facts = [
    ['Id', id],
    ['Status', status],
    ['Started', createdAt],
    ['Total', formatMoney(total)],
    ...(discount.amount === 0 ? [] : [['Discount', formatMoney(discount)]]),
    ...(refunded.amount === 0 ? [] : [['Refunded', formatMoney(refunded)]]),
    ...(paidAt === undefined ? [] : [['Paid', paidAt]]),
    ...(receiptNumber === null ? [] : [['Receipt', receiptNumber]]),
    ...(payment.provider === null
      ? []
      : [
          [
            'Provider',
            [payment.provider, payment.payment ?? payment.reference].filter(Boolean).join(' '),
          ],
        ]),
  ]
  const rows = lines.map(({ title, price, discount, refunded, status }, index) => {
    return [
      String(index + 1),
      status,
      formatMoney(price),
      formatMoney(discount),
      formatMoney(refunded),
      title,
    ]
  })
  return [
    facts.map(([name = '', fact = '']) => `${name.padEnd(11)}${printable(fact)}\n`).join(''),
    `\n${table(['LINE', 'STATUS', 'PRICE', 'DISCOUNT', 'REFUNDED', 'TITLE'], rows)}`,
    ...(refunds.length === 0 ? [] : [`\n${table(refundHeading, refunds.map(rowOfRefund))}`]),
    ...(reversals.length === 0
      ? []
      : [`\n${table(reversalHeading, reversals.map(rowOfReversal))}`]),
    ...(paymentReports.length === 0
      ? []
      : [
          `\n${table(
            ['RECEIVED', 'TYPE', 'EVENT'],
            paymentReports.map((report) => [report.receivedAt, report.type, report.id]),
          )}`,
        ]),
  ].join('')
}

function rowOfRefund({
  line,
  amount,
  provider,
  status,
  reason,
  failure,
  requestedAt,
}: AdminTransaction['refunds'][number]): string[] {
  const of = line === null ? 'not owed' : `line ${line}`
  return [
    of,
    provider === byHand ? 'hand' : provider,
    failure === null ? status : `${status}: ${failure}`,
    formatMoney(amount),
    requestedAt,
    reason,
  ]
}

function rowOfReversal({
  kind,
  status,
  amount,
  assigned,
  reportedAt,
  reference,
  reason,
  failure,
}: AdminTransaction['reversals'][number]): string[] {
  const why = [reason, failure].filter((word) => word !== null).join(', ')
  return [
    why === '' ? kind : `${kind}: ${why}`,
    status,
    formatMoney(amount),
    formatMoney(assigned),
    reportedAt,
    reference,
  ]
}
