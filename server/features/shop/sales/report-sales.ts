import {
  type SalesRow,
  sumSales,
  sumSalesByCourse,
  sumSalesByPeriod,
} from '../../../../db/queries/shop/receipts/sales.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Deps } from '../../../context.ts'
import { closedPeriodOf, splitPeriod } from '../../platform/admin/split-period.ts'
import type {
  CourseSalesList,
  ListCourseSalesInput,
  ListPeriodSalesInput,
  PeriodSalesList,
  SalesPeriodInput,
  SalesReport,
  SalesTotal,
} from './schema.ts'

type ReportDeps = Pick<Deps, 'config' | 'replicas' | 'now'>

/** Returns the sums of a period, by currency and by tax. */
export async function reportSales(ctx: ReportDeps, input: SalesPeriodInput): Promise<SalesReport> {
  const period = closedPeriodOf(input, ctx)
  const rows = await sumSales(await ctx.replicas.current(), period)
  return {
    from: period.from.toISOString(),
    until: period.until.toISOString(),
    totals: [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, rows]) =>
      addUp(currency, rows.map(toTotal)),
    ),
    taxes: rows.flatMap((row) =>
      row.name === null || row.rate === null
        ? []
        : [{ name: row.name, percent: row.rate / 100, ...toTotal(row) }],
    ),
  }
}

function addUp(currency: string, totals: SalesTotal[]): SalesTotal {
  const sumOf = (name: Exclude<keyof SalesTotal, 'currency'>) =>
    totals.reduce((sum, total) => sum + total[name], 0)
  return {
    currency,
    payments: sumOf('payments'),
    gross: sumOf('gross'),
    discount: sumOf('discount'),
    paid: sumOf('paid'),
    refunds: sumOf('refunds'),
    refunded: sumOf('refunded'),
    net: sumOf('net'),
    tax: sumOf('tax'),
  }
}

export async function reportCourseSales(
  ctx: ReportDeps,
  { limit, cursor, ...asked }: ListCourseSalesInput,
): Promise<CourseSalesList> {
  const rows = await sumSalesByCourse(await ctx.replicas.current(), {
    period: closedPeriodOf(asked, ctx),
    after: startOf({ limit, cursor }),
    limit: limit + 1,
  })
  const courses = [...Map.groupBy(rows, ({ courseId }) => courseId ?? '')]
  return toPage(
    courses.map(([id, rows]) => ({ id, rows })),
    limit,
    ({ rows }) => {
      const [{ courseId, slug, title } = { courseId: null, slug: null, title: null }] = rows
      return {
        course: courseId === null || slug === null ? null : { id: courseId, slug, title },
        totals: rows.map(toTotal),
      }
    },
  )
}

export async function reportSalesByPeriod(
  ctx: ReportDeps,
  { limit, cursor, per, ...asked }: ListPeriodSalesInput,
): Promise<PeriodSalesList> {
  const timeZone = asked.timeZone ?? ctx.config.timeZone
  const all = splitPeriod(closedPeriodOf(asked, ctx), { per, timeZone, since: cursor })
  const periods = [...all.take(limit + 1)]
  const shown = periods.slice(0, limit)
  const rows = await sumSalesByPeriod(await ctx.replicas.current(), {
    starts: shown.map(({ from }) => from),
    until: shown.at(-1)?.until ?? new Date(0),
  })
  const sums = Map.groupBy(rows, ({ place }) => place)
  return {
    items: shown.map(({ name, from, until }, index) => ({
      period: name,
      from: from.toISOString(),
      until: until.toISOString(),
      totals: (sums.get(index + 1) ?? []).map(toTotal),
    })),
    nextCursor: periods[limit]?.firstDay ?? null,
  }
}

function toTotal({ currency, tax, taxRefunded, paid, refunded, ...row }: SalesRow): SalesTotal {
  return {
    currency,
    payments: row.payments,
    gross: row.gross,
    discount: row.discount,
    paid,
    refunds: row.refunds,
    refunded,
    net: paid - refunded,
    tax: tax - taxRefunded,
  }
}
