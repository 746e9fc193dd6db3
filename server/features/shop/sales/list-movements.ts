import {
  listMovements as listRows,
  type MovementRow,
  type SalesPeriod,
} from '../../../../db/queries/shop/receipts/sales.ts'
import { type Columns, csvLines, writeCsv } from '../../../../lib/csv.ts'
import { toDecimal } from '../../../../lib/money.ts'
import type { Deps } from '../../../context.ts'
import { receiptNumberOf } from '../transactions/receipt-number.ts'

const rowsAtOnce = 1_000

/** Yields all movements of the period, in parts that need little memory. */
export async function* listMovements(
  { replicas }: Pick<Deps, 'replicas'>,
  period: SalesPeriod,
): AsyncGenerator<MovementRow[]> {
  const db = await replicas.current()
  for (let after: MovementRow | undefined; ; ) {
    const rows: MovementRow[] = await listRows(db, { period, after, limit: rowsAtOnce })
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)
  }
}

/** Columns, with amounts as decimals. */
export const movementColumns = {
  at: ({ at }) => at.toISOString(),
  kind: ({ kind }) => kind,
  receipt: (row) => receiptNumberOf(row),
  transaction: ({ transactionId }) => transactionId,
  currency: ({ currency }) => currency,
  gross: ({ gross, currency }) => toDecimal(gross, currency),
  discount: ({ discount, currency }) => toDecimal(discount, currency),
  amount: ({ amount, currency }) => toDecimal(amount, currency),
  tax: ({ tax, currency }) => (tax === null ? '' : toDecimal(tax, currency)),
} satisfies Columns<MovementRow>

/** Writes the movements as CSV, and below them what is left in each currency. */
export async function* writeSalesCsv(
  deps: Pick<Deps, 'replicas'>,
  period: SalesPeriod,
): AsyncGenerator<string> {
  const left: Left = new Map()
  yield* writeCsv(movementColumns, counted(listMovements(deps, period), left))
  const totals = [...left].sort(([one], [other]) => (one < other ? -1 : 1))
  yield csvLines(
    totals.map(([currency, { amount, tax }]) => {
      const cells = [toDecimal(amount, currency), tax === null ? '' : toDecimal(tax, currency)]
      return ['', 'total', '', '', currency, '', '', ...cells]
    }),
  )
}

type Left = Map<string, { amount: number; tax: number | null }>

/** Passes on the same parts, summing in `left` what is left in each currency. */
async function* counted(
  parts: AsyncIterable<MovementRow[]>,
  left: Left,
): AsyncGenerator<MovementRow[]> {
  for await (const rows of parts) {
    for (const { currency, amount, tax } of rows) {
      const before = left.get(currency) ?? { amount: 0, tax: null }
      left.set(currency, {
        amount: before.amount + amount,
        tax: tax === null ? before.tax : (before.tax ?? 0) + tax,
      })
    }
    yield rows
  }
}
