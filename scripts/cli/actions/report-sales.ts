import type { MovementRow } from '../../../db/queries/shop/receipts/sales.ts'
import { toDecimal } from '../../../lib/money.ts'
import type { Deps } from '../../../server/context.ts'
import { closedPeriodOf } from '../../../server/features/platform/admin/split-period.ts'
import {
  listMovements,
  movementColumns,
  writeSalesCsv,
} from '../../../server/features/shop/sales/list-movements.ts'
import { reportSales as sumSales } from '../../../server/features/shop/sales/report-sales.ts'
import { SalesPeriodInput } from '../../../server/features/shop/sales/schema.ts'
import { receiptNumberOf } from '../../../server/features/shop/transactions/receipt-number.ts'
import { type CommandResult, writeAll } from '../output.ts'
import { readInput, tableOf } from '../results.ts'
import { withDeps } from '../with-deps.ts'

/** Undefined where the report is written already: as CSV, which may be long. */
export async function reportSales({ csv, ...days }: { csv?: true }) {
  const asked = readInput(SalesPeriodInput, days)
  return withDeps((deps) => report(deps, asked, csv))
}

async function report(
  deps: Deps,
  asked: SalesPeriodInput,
  csv: true | undefined,
): Promise<CommandResult | undefined> {
  const period = closedPeriodOf(asked, deps)
  if (csv) return writeAll(writeSalesCsv(deps, period))

  const summed = await sumSales(deps, asked)
  const rows: MovementRow[] = []
  for await (const part of listMovements(deps, period)) rows.push(...part)
  const sums = summed.totals.map(({ currency, payments, refunds, ...sum }) => ({
    currency,
    payments,
    paid: toDecimal(sum.paid, currency),
    refunds,
    refunded: toDecimal(sum.refunded, currency),
    net: toDecimal(sum.net, currency),
  }))
  // Outgoing amounts are negative.
  const items = rows.map(({ at, key: _, year, number, ...row }) => ({
    at: at.toISOString(),
    receipt: receiptNumberOf({ year, number }),
    ...row,
  }))
  const { tax, ...untaxed } = movementColumns
  const shown = Object.entries(rows.some((row) => row.tax !== null) ? { ...untaxed, tax } : untaxed)
  const columns = shown.map(([name, cell]) => [name.toUpperCase(), cell] as const)
  const total = ['currency', 'payments', 'paid', 'refunds', 'refunded', 'net'] as const
  return {
    json: { ...summed, items },
    text:
      rows.length === 0
        ? 'No payments or refunds in this period.\n'
        : `${tableOf(rows, columns)}\n${tableOf(sums, total)}`,
  }
}
