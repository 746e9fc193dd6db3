import type { MovementRow } from '../../../db/queries/shop/receipts/sales.ts'
import {
  listMovements,
  movementColumns,
  writeSalesCsv,
} from '../../../server/features/shop/sales/list-movements.ts'
import { salesPeriodOf } from '../../../server/features/shop/sales/period.ts'
import { reportSales as sumSales } from '../../../server/features/shop/sales/report-sales.ts'
import type { SalesTotal } from '../../../server/features/shop/sales/schema.ts'
import { receiptNumberOf } from '../../../server/features/shop/transactions/receipt-number.ts'
import { toDecimal } from '../../../server/lib/money.ts'
import { readDay } from '../arguments.ts'
import { UsageError } from '../command-errors.ts'
import { type CommandResult, write } from '../output.ts'
import { table } from '../table.ts'
import { withDeps } from '../with-deps.ts'

interface ReportOptions {
  from?: string
  to?: string
  csv?: true
  json?: true
}

/** Undefined where the report is written already: as CSV, which may be long. */
export async function reportSales(options: ReportOptions): Promise<CommandResult | undefined> {
  if (options.csv && options.json) throw new UsageError('error: use either --csv or --json')
  const { from, to } = options
  if (from !== undefined) readDay(from, '--from')
  if (to !== undefined) readDay(to, '--to')
  if (from !== undefined && from > (to ?? new Date().toISOString().slice(0, 10)))
    throw new UsageError('error: --to must not be before --from')

  const asked = { from, to, timeZone: 'UTC' }
  return withDeps(async (deps) => {
    const period = salesPeriodOf(asked, deps.now())
    if (options.csv) {
      for await (const part of writeSalesCsv(deps, period)) await write(part)
      return undefined
    }
    const { totals } = await sumSales(deps, asked)
    const rows: MovementRow[] = []
    for await (const part of listMovements(deps, period)) rows.push(...part)
    const json = {
      from: period.from.toISOString(),
      until: period.until.toISOString(),
      items: rows.map(toEntry),
      totals,
    }
    return { json, text: toText(rows, totals) }
  })
}

/** Outgoing amounts are negative. */
function toEntry({ at, key: _, year, number, ...row }: MovementRow) {
  return { at: at.toISOString(), receipt: receiptNumberOf({ year, number }), ...row }
}

function toText(rows: MovementRow[], totals: SalesTotal[]): string {
  if (rows.length === 0) return 'No payments or refunds in this period.\n'
  const sums = totals.map(({ currency, payments, paid, refunds, refunded, net }) => [
    currency,
    String(payments),
    toDecimal(paid, currency),
    String(refunds),
    toDecimal(refunded, currency),
    toDecimal(net, currency),
  ])
  const isTaxed = rows.some(({ tax }) => tax !== null)
  const shown = (cells: readonly string[]) => (isTaxed ? [...cells] : cells.slice(0, -1))
  const heading = shown(Object.keys(movementColumns).map((name) => name.toUpperCase()))
  const totalHeading = ['CURRENCY', 'PAYMENTS', 'PAID', 'REFUNDS', 'REFUNDED', 'NET']
  return `${table(
    heading,
    rows.map((row) => shown(Object.values(movementColumns).map((cell) => cell(row)))),
  )}\n${table(totalHeading, sums)}`
}
