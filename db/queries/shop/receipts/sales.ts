import { lowestId, type PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'

export interface SalesPeriod {
  from: Date
  /** Exclusive. */
  until: Date
}

/** A movement of money. Outgoing amounts are negative. */
export interface MovementRow {
  at: Date
  /** Orders movements of the same instant: payments, refunds, then what the provider took back. */
  key: string
  kind: 'payment' | 'refund' | 'dispute'
  transactionId: string
  year: number
  number: number
  currency: string
  gross: number
  discount: number
  amount: number
  /** Tax in the amount; null if the receipt names no tax. */
  tax: number | null
}

type MovementPlace = Pick<MovementRow, 'at' | 'key'>

/** Computes tax like `taxIn` of the receipts: the amount less its net, which is rounded. */
const taxIn = (amount: string) =>
  `(${amount} - round(${amount} * 10000.0 / (10000 + r.tax_rate)))::float8`

/** The amount of a reversal, in the sale's currency if known. */
const reversed = 'coalesce(v.sale_amount, v.amount)'
const currencyOfReversal = 'case when v.sale_amount is null then v.currency else t.currency end'

/** Selects sales from which a reversal took money back. */
const reversalsOfSales = `
  reversals v
  join transactions t on t.payment_reference = v.payment_reference and t.provider = v.provider
  join receipts r on r.transaction_id = t.id`

/** Splits a reversal's money among lines, as far as it is booked on them. */
const partsOfReversal = `(
  select l.course_id, b.amount
  from refunds b
  join transaction_lines l on l.transaction_id = b.transaction_id and l.position = b.line_position
  where b.provider = v.provider and b.reversal_reference = v.reference and b.status <> 'failed'
  union all
  select null, ${reversed} - v.assigned_amount where ${reversed} > v.assigned_amount
) as part`

/**
 * Lists the movements of sales in the period after a place, in order: payments with a receipt,
 * succeeded refunds, and money that a provider took back. Leaves out refunds of payments not owed,
 * which were no sales, and refunds that book what a provider took back: that counts in full when it
 * is gone, booked or not.
 */
export function listMovements(
  db: Db,
  { period: { from, until }, after, limit }: PageAfter<MovementPlace> & { period: SalesPeriod },
): Promise<MovementRow[]> {
  const pageOf = (at: string, key: string) => `
    ${at} >= $1 and ${at} < $2 and (${at}, ${key} collate "C") > ($3, $4 collate "C")
    order by 1, 2 limit $5`
  return runNamed(db, {
    name: 'list_movements',
    text: `
      (select t.paid_at as at, ('payment ' || t.id) collate "C" as key, 'payment' as kind,
        t.id as "transactionId", r.year, r.number, t.currency,
        l.gross::float8 as gross, l.discount::float8 as discount, t.total_amount::float8 as amount,
        r.tax_amount::float8 as tax
      from transactions t
      join receipts r on r.transaction_id = t.id
      cross join lateral (
        select sum(price_amount) as gross, sum(discount_amount) as discount
        from transaction_lines where transaction_id = t.id
      ) as l
      where ${pageOf('t.paid_at', "('payment ' || t.id)")})
      union all
      (select f.settled_at, ('refund ' || f.id) collate "C", 'refund',
        f.transaction_id, r.year, r.number, f.currency, 0, 0, -f.amount, -${taxIn('f.amount')}
      from refunds f
      join receipts r on r.transaction_id = f.transaction_id
      where f.status = 'succeeded' and f.line_position is not null
        and f.reversal_reference is null
        and ${pageOf('f.settled_at', "('refund ' || f.id)")})
      union all
      (select v.settled_at, ('reversal ' || v.provider || ' ' || v.reference) collate "C", v.kind,
        t.id, r.year, r.number, ${currencyOfReversal}, 0, 0, -${reversed}, -(
          select sum(${taxIn('part.amount')}) from ${partsOfReversal}
        )
      from ${reversalsOfSales}
      where v.status = 'gone'
        and ${pageOf('v.settled_at', "('reversal ' || v.provider || ' ' || v.reference)")})
      order by 1, 2 limit $5`,
    values: [from, until, after?.at ?? from, after?.key ?? '', limit],
  })
}

/** The sums of movements in one currency. */
export interface SalesRow {
  currency: string
  payments: number
  /** Total before discounts; `paid` is after them. */
  gross: number
  discount: number
  paid: number
  /** Includes lost disputes. */
  refunds: number
  refunded: number
  /** Included in `paid` and in `refunded`. */
  tax: number
  taxRefunded: number
}

/** Selects the movements of listMovements() for each line that they are about. */
const parts = `
  select t.paid_at as at, 'payment' as kind, t.id::text as movement, t.currency, l.course_id,
    r.tax_name, r.tax_rate, l.price_amount as gross, l.discount_amount as discount,
    l.price_amount - l.discount_amount as amount,
    ${taxIn('(l.price_amount - l.discount_amount)')} as tax
  from transactions t
  join receipts r on r.transaction_id = t.id
  join transaction_lines l on l.transaction_id = t.id
  where t.paid_at >= $1 and t.paid_at < $2
  union all
  select f.settled_at, 'refund', f.id::text, f.currency, l.course_id, r.tax_name, r.tax_rate,
    0, 0, f.amount, ${taxIn('f.amount')}
  from refunds f
  join receipts r on r.transaction_id = f.transaction_id
  join transaction_lines l on l.transaction_id = f.transaction_id and l.position = f.line_position
  where f.status = 'succeeded' and f.reversal_reference is null
    and f.settled_at >= $1 and f.settled_at < $2
  union all
  select v.settled_at, 'reversal', v.provider || ' ' || v.reference, ${currencyOfReversal},
    part.course_id, r.tax_name, r.tax_rate, 0, 0, part.amount, ${taxIn('part.amount')}
  from ${reversalsOfSales}
  cross join lateral ${partsOfReversal}
  where v.status = 'gone' and v.settled_at >= $1 and v.settled_at < $2`

const sums = `
  count(distinct movement) filter (where kind = 'payment')::int as payments,
  sum(gross)::float8 as gross, sum(discount)::float8 as discount,
  coalesce(sum(amount) filter (where kind = 'payment'), 0)::float8 as paid,
  count(distinct movement) filter (where kind <> 'payment')::int as refunds,
  coalesce(sum(amount) filter (where kind <> 'payment'), 0)::float8 as refunded,
  coalesce(sum(tax) filter (where kind = 'payment'), 0) as tax,
  coalesce(sum(tax) filter (where kind <> 'payment'), 0) as "taxRefunded"`

/** The timeout of reports, longer than what a page waits for: a school sells for years. */
const reportMilliseconds = 30_000

/** Name and rate are null for sales whose receipts name no tax. */
export type TaxedSalesRow = SalesRow & { name: string | null; rate: number | null }

/**
 * Sums up sales for each currency and tax, in alphabetical order; each movement has one of both.
 */
export function sumSales(db: Db, { from, until }: SalesPeriod): Promise<TaxedSalesRow[]> {
  return runNamed(db, {
    name: 'sum_sales',
    text: `
      select currency, tax_name as name, tax_rate as rate, ${sums} from (${parts}) as parts
      group by currency, tax_name, tax_rate order by currency, tax_name, tax_rate`,
    values: [from, until],
    query_timeout: reportMilliseconds,
  })
}

/** Course fields are null for what a provider took back and nobody has assigned to a line. */
export type CourseSalesRow = SalesRow & {
  courseId: string | null
  slug: string | null
  title: string | null
}

/**
 * Sums up sales for each currency and course, in the order of the courses' creation, up to `limit`
 * courses after one. Sales of no course come last.
 */
export function sumSalesByCourse(
  db: Db,
  { period: { from, until }, after, limit }: PageAfter & { period: SalesPeriod },
): Promise<CourseSalesRow[]> {
  return runNamed(db, {
    name: 'sum_sales_by_course',
    text: `
      select grouped.*, c.slug, v.title from (
        select course_id as "courseId", currency, ${sums},
          dense_rank() over (order by course_id nulls last) as place
        from (${parts}) as parts
        where course_id is null or course_id > $3
        group by course_id, currency
      ) as grouped
      left join courses c on c.id = grouped."courseId"
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      where place <= $4
      order by place, currency`,
    values: [from, until, after ?? lowestId, limit],
    query_timeout: reportMilliseconds,
  })
}

/** Sales of the period that begins with the n-th start, counted from 1. */
export type PeriodSalesRow = SalesRow & { place: number }

/** Sums up sales for each of the consecutive periods, and currency. */
export function sumSalesByPeriod(
  db: Db,
  { starts, until }: { starts: Date[]; until: Date },
): Promise<PeriodSalesRow[]> {
  return runNamed(db, {
    name: 'sum_sales_by_period',
    text: `
      select width_bucket(at, $3::timestamptz[]) as place, currency, ${sums}
      from (${parts}) as parts
      group by 1, currency order by 1, currency`,
    values: [starts[0] ?? until, until, starts],
    query_timeout: reportMilliseconds,
  })
}
