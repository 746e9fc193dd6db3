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
import type { CommandResult } from '../output.ts'
import { type Columns, factsOf, listOf, tableOf } from '../results.ts'
import { withDeps } from '../with-deps.ts'

export async function list(options: {
  email?: string
  status?: string
  limit: string
}): Promise<CommandResult> {
  const email = options.email === undefined ? undefined : readEmail(options.email, '--email')
  const limit = readWholeNumber(options.limit, '--limit')
  const status = options.status === undefined ? undefined : readStatus(options.status)
  const input = { q: email, status, limit, period: 'created', timeZone: 'UTC' } as const
  const { items } = await withDeps((deps) => listAdminTransactions(deps, input))
  return listOf(items, {
    columns: {
      ID: 'id',
      STARTED: ({ createdAt }) => createdAt.slice(0, 10),
      STATUS: ({ status, isDisputed }) => (isDisputed ? `${status}, disputed` : status),
      TOTAL: ({ total }) => formatMoney(total),
      EMAIL: ({ buyer }) => buyer?.email ?? '(erased)',
    },
    none: 'No transactions found.',
  })
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

function textOf(transaction: AdminTransaction): string {
  const { payment, discount, refunded } = transaction
  const provider = [payment.provider, payment.payment ?? payment.reference]
  const facts = factsOf([
    ['Id', transaction.id],
    ['Status', transaction.status],
    ['Started', transaction.createdAt],
    ['Total', formatMoney(transaction.total)],
    ['Discount', discount.amount === 0 ? null : formatMoney(discount)],
    ['Refunded', refunded.amount === 0 ? null : formatMoney(refunded)],
    ['Paid', transaction.paidAt],
    ['Receipt', transaction.receiptNumber],
    ['Provider', payment.provider === null ? null : provider.filter(Boolean).join(' ')],
  ])
  const lines = transaction.lines.map((line, index) => ({ ...line, number: index + 1 }))
  const tables = [
    lines.length === 0 ? '' : tableOf(lines, lineColumns),
    transaction.refunds.length === 0 ? '' : tableOf(transaction.refunds, refundColumns),
    transaction.reversals.length === 0 ? '' : tableOf(transaction.reversals, reversalColumns),
    transaction.paymentReports.length === 0
      ? ''
      : tableOf(transaction.paymentReports, { RECEIVED: 'receivedAt', TYPE: 'type', EVENT: 'id' }),
  ]
  return [facts, ...tables.filter((table) => table !== '')].join('\n')
}

const lineColumns: Columns<AdminTransaction['lines'][number] & { number: number }> = {
  LINE: 'number',
  STATUS: 'status',
  PRICE: ({ price }) => formatMoney(price),
  DISCOUNT: ({ discount }) => formatMoney(discount),
  REFUNDED: ({ refunded }) => formatMoney(refunded),
  TITLE: 'title',
}

const refundColumns: Columns<AdminTransaction['refunds'][number]> = {
  'REFUND OF': ({ line }) => (line === null ? 'not owed' : `line ${line}`),
  BY: ({ provider }) => (provider === byHand ? 'hand' : provider),
  STATUS: ({ status, failure }) => (failure === null ? status : `${status}: ${failure}`),
  AMOUNT: ({ amount }) => formatMoney(amount),
  REQUESTED: 'requestedAt',
  REASON: 'reason',
}

const reversalColumns: Columns<AdminTransaction['reversals'][number]> = {
  'AT PROVIDER': ({ kind, reason, failure }) => {
    const why = [reason, failure].filter((word) => word !== null).join(', ')
    return why === '' ? kind : `${kind}: ${why}`
  },
  STATUS: 'status',
  AMOUNT: ({ amount }) => formatMoney(amount),
  'ON LINES': ({ assigned }) => formatMoney(assigned),
  REPORTED: 'reportedAt',
  REFERENCE: 'reference',
}
