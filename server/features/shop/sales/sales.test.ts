import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { toDecimal } from '../../../../lib/money.ts'
import { sandboxEvent } from '../../../adapters/payments/sandbox-payments.ts'
import type { PaymentEvent } from '../../../adapters/payments/types.ts'
import type { Tax } from '../../../config/school-config.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { recordPayment } from '../payments/record-payment.ts'
import { refundTransaction } from '../payments/refund-transaction.ts'
import { assignReversal } from '../refunds/assign-reversal.ts'
import type { CourseSales, PeriodSales } from './schema.ts'

const api = await forAllTests(startApi())

const hour = 3_600_000
const timeZone = 'Europe/Berlin'

/** Returns the same numbers each time. */
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
let seed = 20_261_123

interface Sale {
  id: string
  currency: string
  paid: number[]
  isTouched: boolean
}

function depsWith(tax: Tax | undefined): typeof api.deps {
  return { ...api.deps, config: { ...api.deps.config, tax } }
}

async function sell(courseIds: string[], tax: Tax | undefined): Promise<Sale> {
  const buyer = await api.given.learner()
  const { id, total, lines } = await api.as(buyer).transactions.create.mutate({ courseIds })
  const event = sandboxEvent({ kind: 'paid', transactionId: id, amount: total })
  await recordPayment(depsWith(tax), 'sandbox', event)
  const paid = lines.map(({ price }) => price.amount)
  return { id, currency: total.currency, paid, isTouched: false }
}

function takeBack(
  { id, currency }: Sale,
  kind: 'refund_succeeded' | 'dispute_lost',
  amount: number,
): Promise<void> {
  const reversal = {
    reference: `${kind}_${id}`,
    paymentReference: `sandbox_${id}`,
    amount: { amount, currency },
    statusAt: api.deps.now(),
  }
  const event: PaymentEvent = { id: `event_${kind}_${id}`, type: kind, kind, reversal }
  return recordPayment(api.deps, 'sandbox', event)
}

/** Makes some weeks of a school: sales in two currencies, with refunds, disputes and a new tax. */
async function makeHistory(): Promise<void> {
  const prices = [2900, 4999, 1, 12_345]
  const euros = await Promise.all(
    prices.map((amount) => api.given.course({ price: { amount, currency: 'EUR' } })),
  )
  const yen = await api.given.course({ price: { amount: 3500, currency: 'JPY' } })
  const taxes = [undefined, { name: 'VAT', rate: 1900 }, { name: 'VAT', rate: 825 }]
  const sales: Sale[] = []
  for (let step = 0; step < 36; step++) {
    api.advance(random(30) * hour + random(1000))
    const courses = random(5) === 0 ? [yen] : euros.filter(() => random(2) === 0)
    const tax = taxes[Math.floor(step / 12)]
    const courseIds = (courses.length === 0 ? euros : courses).map(({ id }) => id)
    sales.push(await sell(courseIds, tax))

    const open = sales.filter(({ isTouched }) => !isTouched)
    const sale = open[random(open.length)]
    if (sale === undefined || step % 3 === 0) continue
    sale.isTouched = true
    const line = random(sale.paid.length) + 1
    const [ofLine = 1, whole] = [sale.paid[line - 1], sale.paid.reduce((a, b) => a + b, 0)]
    const part = 1 + random(ofLine)
    const request = { id: sale.id, line, amount: part, reason: 'Bought by mistake' }
    const act = random(5)
    if (act <= 1) await refundTransaction(api.deps, request)
    if (act === 2) await refundTransaction(api.deps, { id: sale.id, reason: 'All of it' })
    // Takes back a part of a purchase of several courses: nobody knows which, until told.
    if (act === 3) await takeBack(sale, 'refund_succeeded', part)
    if (act === 3 && sale.paid.length > 1 && random(2) === 0)
      await assignReversal(api.deps, {
        id: sale.id,
        reversal: `refund_succeeded_${sale.id}`,
        line,
        reason: 'The buyer said so',
      })
    if (act === 4) await takeBack(sale, 'dispute_lost', whole)
  }
}
await makeHistory()
// Logs in by the clock of the service, which has moved.
const finance = await api.given.learner({ role: 'finance' })
const everything = { from: '2020-01-01', to: '2999-12-31', timeZone }

async function count(statement: ReturnType<typeof sql>) {
  return (await api.deps.db.execute<Record<string, string>>(statement)).rows
}

const plain = ({ currency, paid, refunded, payments, refunds }: Record<string, unknown>) =>
  [currency, paid, refunded, payments, refunds].map(String)

describe('the sales of a random history', () => {
  test('add up to what plain SQL counts in each currency', async () => {
    const { totals } = await api.as(finance).admin.sales.report.query(everything)

    const counted = await count(sql`
      select currency, sum(paid) as paid, sum(refunded) as refunded,
        count(*) filter (where paid > 0) as payments, count(*) filter (where paid = 0) as refunds
      from (
        select currency, total_amount as paid, 0 as refunded from transactions
        where paid_at is not null
        union all select currency, 0, amount from refunds
        where status = 'succeeded' and reversal_reference is null
        union all select currency, 0, amount from reversals where status = 'gone'
      ) as movements group by currency order by currency`)
    expect(totals.map(plain)).toEqual(counted.map(plain))
    expect(totals.map(({ currency }) => currency)).toEqual(['EUR', 'JPY'])
    for (const { net, paid, refunded, gross, discount } of totals) {
      expect([net, gross - discount]).toEqual([paid - refunded, paid])
      expect(refunded).toBeGreaterThan(0)
    }
  })

  test('add up to the same for each course, what belongs to no course included', async () => {
    const items: CourseSales[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await api
        .as(finance)
        .admin.sales.courses.query({ ...everything, limit: 2, ...(cursor && { cursor }) })
      expect(page.items.length).toBeLessThanOrEqual(2)
      items.push(...page.items)
      cursor = page.nextCursor
    }

    expect(items).toHaveLength(6)
    expect(items.map(({ course }) => course === null)).toEqual([...Array(5).fill(false), true])
    const byCourse = await count(sql`
      select l.course_id as id, sum(l.price_amount - l.discount_amount) as paid
      from transaction_lines l join transactions t on t.id = l.transaction_id
      where t.paid_at is not null group by 1`)
    for (const { course, totals } of items.slice(0, -1)) {
      const counted = byCourse.find(({ id }) => id === course?.id)
      expect(totals.map(({ paid }) => String(paid))).toEqual([counted?.paid])
    }
    await expectSameSums(items.flatMap(({ totals }) => totals))
  })

  test('add up to the same for each day and month of a time zone, as PostgreSQL counts days', async () => {
    const [first] = await count(sql`
      select to_char(min(paid_at at time zone ${timeZone}), 'YYYY-MM-DD') as day
      from transactions`)
    const asked = { ...everything, from: first?.day ?? '', to: '2027-12-31' }
    for (const per of ['day', 'month'] as const) {
      const items: PeriodSales[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await api
          .as(finance)
          .admin.sales.periods.query({ ...asked, per, limit: 100, ...(cursor && { cursor }) })
        items.push(...page.items)
        cursor = page.nextCursor
      }
      const format = per === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'
      const counted = await count(sql`
        select to_char(paid_at at time zone ${timeZone}, ${format}) as period, currency,
          sum(total_amount) as paid
        from transactions where paid_at is not null group by 1, 2 order by 1, 2`)
      const shown = items.flatMap(({ period, totals }) =>
        totals
          .filter(({ payments }) => payments > 0)
          .map(({ currency, paid }) => ({ period, currency, paid: String(paid) })),
      )
      expect(shown).toEqual(counted)
      expect(items.every(({ until }, index) => until === (items[index + 1]?.from ?? until))).toBe(
        true,
      )
      await expectSameSums(items.flatMap(({ totals }) => totals))
    }
  })

  test('include the tax of each receipt, rounded for each line', async () => {
    const { totals, taxes } = await api.as(finance).admin.sales.report.query(everything)

    const lines = await count(sql`
      select t.currency, l.price_amount - l.discount_amount as amount, r.tax_rate as rate,
        r.tax_amount, t.id
      from transaction_lines l
      join transactions t on t.id = l.transaction_id
      join receipts r on r.transaction_id = t.id where r.tax_rate is not null`)
    const taxOf = (amount: number, rate: number) =>
      amount - Math.round(amount / (1 + rate / 10_000))
    const sums = Map.groupBy(lines, ({ id }) => id)
    for (const ofReceipt of sums.values()) {
      const tax = ofReceipt.reduce((sum, it) => sum + taxOf(Number(it.amount), Number(it.rate)), 0)
      expect(Number(ofReceipt[0]?.tax_amount)).toBe(tax)
    }
    const rates = taxes.filter(({ currency }) => currency === 'EUR')
    expect(rates.map(({ name, percent }) => [name, percent])).toEqual([
      ['VAT', 8.25],
      ['VAT', 19],
    ])
    for (const { currency, tax } of totals) {
      const ofCurrency = taxes.filter((it) => it.currency === currency)
      expect(ofCurrency.reduce((sum, it) => sum + it.tax, 0)).toBe(tax)
      expect(tax).toBeGreaterThan(0)
    }
  })

  test('are the same in the CSV, which lists each movement once, oldest first', async () => {
    const { headers, text } = await api.request(
      'GET /api/v1/admin/sales/movements.csv?from=2020-01-01&to=2999-12-31',
      { token: finance.token },
    )

    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'text/csv; charset=utf-8',
      'no-store',
    ])
    const [heading, ...rows] = text.split('\r\n').slice(0, -1)
    expect(heading).toBe('at,kind,receipt,transaction,currency,gross,discount,amount,tax')
    const cells = rows.map((row) => row.split(','))
    const movements = cells.filter(([, kind]) => kind !== 'total')
    const [counted] = await count(sql`
      select (select count(*) from transactions where paid_at is not null)
        + (select count(*) from refunds where status = 'succeeded' and reversal_reference is null)
        + (select count(*) from reversals where status = 'gone') as movements`)
    expect(movements).toHaveLength(Number(counted?.movements))
    expect(movements.map(([at]) => at)).toEqual(movements.map(([at]) => at).sort())

    const { totals } = await api.as(finance).admin.sales.report.query(everything)
    expect(cells.filter(([, kind]) => kind === 'total')).toEqual(
      totals.map(({ currency, net, tax }) => {
        const [left, ofTax] = [toDecimal(net, currency), toDecimal(tax, currency)]
        return ['', 'total', '', '', currency, '', '', left, ofTax]
      }),
    )
  })
})

/** Checks that the sums of the parts are those of the whole. */
async function expectSameSums(parts: { currency: string; paid: number; refunded: number }[]) {
  const { totals } = await api.as(finance).admin.sales.report.query(everything)
  for (const total of totals) {
    const own = parts.filter(({ currency }) => currency === total.currency)
    for (const name of ['paid', 'refunded', 'tax', 'gross'] as const)
      expect([name, own.reduce((sum, part) => sum + Number(Object(part)[name]), 0)]).toEqual([
        name,
        total[name],
      ])
  }
}

test('a report without days is about this month, and one that ends before it begins is refused by name', async () => {
  const { from, until } = await api.as(finance).admin.sales.report.query({})
  const now = api.deps.now()
  expect(from).toBe(`${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`)
  expect(new Date(until).getTime() - now.getTime()).toBeLessThanOrEqual(24 * hour)

  for (const [query, field] of [
    ['from=2026-11-02&to=2026-11-01', 'to'],
    ['from=2998-01-01', 'from'],
    ['from=yesterday', 'from'],
    ['timeZone=Europe/Atlantis', 'timeZone'],
    ['since=2026-11-01', 'since'],
  ])
    for (const path of ['sales', 'sales/courses', 'sales/periods', 'sales/movements.csv']) {
      const answer = await api.request(`GET /api/v1/admin/${path}?${query}`, {
        token: finance.token,
      })
      expect([path, answer.status, answer.body.issues?.[0]?.path]).toEqual([path, 400, field])
    }
})
