import { listRefundsOfSales, listReversalsOfSales } from '../../../db/queries/commerce/refunds.ts'
import { listSales } from '../../../db/queries/commerce/transactions.ts'
import { numberOf } from '../../../server/features/receipts/get-receipt.ts'
import { toDecimal } from '../../../server/lib/money.ts'
import { dayAfter, readDay } from '../arguments.ts'
import { UsageError } from '../command-errors.ts'
import type { CommandResult } from '../output.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

/** One movement of money. Outgoing amounts are negative. */
interface Entry {
  at: string
  kind: 'payment' | 'refund' | 'dispute'
  receipt: string
  transactionId: string
  currency: string
  gross: number
  discount: number
  amount: number
}

interface Total {
  currency: string
  payments: number
  paid: number
  refunds: number
  refunded: number
  net: number
}

export async function reportSales(options: {
  from?: string
  to?: string
  csv?: true
  json?: true
}): Promise<CommandResult> {
  if (options.csv && options.json) throw new UsageError('error: use either --csv or --json')
  const today = new Date().toISOString().slice(0, 10)
  const from = readDay(options.from ?? `${today.slice(0, 7)}-01`, '--from')
  const until = dayAfter(readDay(options.to ?? today, '--to'))
  if (from >= until) throw new UsageError('error: --to must not be before --from')

  const entries = await withDeps(async ({ replicas }) => {
    const db = await replicas.current()
    const sales = (await listSales(db, { from, until })).map((row) => ({
      ...row,
      kind: 'payment' as const,
    }))
    const refunds = (await listRefundsOfSales(db, { from, until })).map((row) => {
      return { ...row, kind: 'refund' as const, gross: 0, discount: 0, amount: -row.amount }
    })
    const reversals = (await listReversalsOfSales(db, { from, until })).map((row) => {
      return { ...row, gross: 0, discount: 0, amount: -row.amount }
    })
    return [...sales, ...refunds, ...reversals]
      .sort((one, other) => one.at.getTime() - other.at.getTime())
      .map(toEntry)
  })
  const totals = totalsOf(entries)
  const json = { from: from.toISOString(), until: until.toISOString(), items: entries, totals }
  return { json, text: options.csv ? toCsv(entries, totals) : toText(entries, totals) }
}

function toEntry({
  at,
  year,
  number,
  ...row
}: Omit<Entry, 'at' | 'receipt'> & { at: Date; year: number; number: number }): Entry {
  const { kind, transactionId, currency, gross, discount, amount } = row
  return {
    at: at.toISOString(),
    kind,
    receipt: numberOf({ year, number }),
    transactionId,
    currency,
    gross,
    discount,
    amount,
  }
}

/** A total for each currency, in alphabetical order. */
function totalsOf(entries: Entry[]): Total[] {
  const groups = Map.groupBy(entries, ({ currency }) => currency)
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, entries]) => {
      const payments = entries.filter(({ kind }) => kind === 'payment')
      const refunds = entries.filter(({ kind }) => kind !== 'payment')
      const [paid, refunded] = [sumOf(payments), -sumOf(refunds)]
      return {
        currency,
        payments: payments.length,
        paid,
        refunds: refunds.length,
        refunded,
        net: paid - refunded,
      }
    })
}

function sumOf(entries: Entry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}

const heading = ['at', 'kind', 'receipt', 'transaction', 'currency', 'gross', 'discount', 'amount']

function rowOf({
  at,
  kind,
  receipt,
  transactionId,
  currency,
  gross,
  discount,
  amount,
}: Entry): string[] {
  return [
    at,
    kind,
    receipt,
    transactionId,
    currency,
    ...[gross, discount, amount].map((part) => toDecimal(part, currency)),
  ]
}

/**
 * No cell was typed by people, so none needs quotes and none is a formula to a spreadsheet.
 */
function toCsv(entries: Entry[], totals: Total[]): string {
  const rows = totals.map(({ currency, net }) => [
    '',
    'total',
    '',
    '',
    currency,
    '',
    '',
    toDecimal(net, currency),
  ])
  return [heading, ...entries.map(rowOf), ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

function toText(entries: Entry[], totals: Total[]): string {
  if (entries.length === 0) return 'No payments or refunds in this period.\n'
  const rows = totals.map(({ currency, payments, paid, refunds, refunded, net }) => [
    ...[
      currency,
      String(payments),
      toDecimal(paid, currency),
      String(refunds),
      toDecimal(refunded, currency),
      toDecimal(net, currency),
    ],
  ])
  const upper = heading.map((name) => name.toUpperCase())
  const totalHeading = ['CURRENCY', 'PAYMENTS', 'PAID', 'REFUNDS', 'REFUNDED', 'NET']
  return `${table(upper, entries.map(rowOf))}\n${table(totalHeading, rows)}`
}
