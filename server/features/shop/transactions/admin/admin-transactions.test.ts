import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sandboxEvent } from '../../../../adapters/payments/sandbox-payments.ts'
import { forAllTests, startApi } from '../../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../../test/given.ts'
import { recordPayment } from '../../payments/record-payment.ts'
import { refundTransaction } from '../../payments/refund-transaction.ts'

const api = await forAllTests(startApi())
const support = await api.given.learner({ role: 'support' })
const asAdmin = api.as(support).admin.transactions

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const usd = (amount: number) => ({ amount, currency: 'USD' })

async function pay(id: string, total: { amount: number; currency: string }): Promise<void> {
  const event = sandboxEvent({ kind: 'paid', transactionId: id, amount: total })
  await recordPayment(api.deps, 'sandbox', event)
}

async function start(buyer: GivenUser, courses: GivenCourse[], couponCode?: string) {
  return api.as(buyer).transactions.create.mutate({
    courseIds: courses.map(({ id }) => id),
    ...(couponCode !== undefined && { couponCode }),
  })
}

const [ada, grace] = [await api.given.learner(), await api.given.learner()]
const knots = await api.given.course({ price: eur(2900) })
const bends = await api.given.course({ price: usd(900) })
const free = await api.given.course()
const admin = await api.given.admin()
await api.as(admin).admin.coupons.create.mutate({ code: 'DESK-10', takesOff: { percent: 10 } })

// Starts them in order, each with the letter by which the tests name it.
const a = await start(ada, [knots], 'DESK-10')
const b = await start(ada, [bends])
const c = await start(grace, [free])
const d = await start(grace, [knots])
await pay(d.id, eur(2900))
await pay(a.id, eur(2610))
await refundTransaction(api.deps, { id: d.id, reason: 'Bought by mistake' })
const { number } = await api.as(ada).transactions.receipt.query({ transactionId: a.id })
const letters = new Map([a, b, c, d].map(({ id }, index) => [id, 'abcd'[index] ?? '']))

async function found(filter: Parameters<typeof asAdmin.list.query>[0]): Promise<string> {
  const { items } = await asAdmin.list.query(filter)
  return items.map(({ id }) => letters.get(id)).join('')
}

describe('the list of purchases', () => {
  test.each([
    ['nothing', {}, 'dcba'],
    ['the account', { user: ada.id }, 'ba'],
    ['a status', { status: 'pending' as const }, 'b'],
    ['a course', { course: knots.id }, 'da'],
    ['a course and an account', { course: knots.id, user: ada.id }, 'a'],
    ['a provider', { provider: 'sandbox' }, 'dba'],
    ['a provider that took nothing', { provider: 'stripe' }, ''],
    ['a currency', { currency: 'EUR' }, 'da'],
    ['a coupon, in any case', { coupon: 'desk-10' }, 'a'],
    ['a coupon that does not exist', { coupon: 'NEVER' }, ''],
    ['a receipt', { q: number }, 'a'],
    ['a receipt that does not exist', { q: '1999-000001' }, ''],
    ['a transaction', { q: c.id }, 'c'],
    ['an email, in any case', { q: ada.email.toUpperCase() }, 'ba'],
    ['an email without an account', { q: 'nobody@example.com' }, ''],
    ['an email and a different account', { q: ada.email, user: grace.id }, ''],
    ['an email and a status', { q: ada.email, status: 'pending' as const }, 'b'],
    ['a payment at the provider', { q: `sandbox_${d.id}` }, 'd'],
    ['a reference that nobody knows', { q: "'; drop table transactions --" }, ''],
    ['their payment, in its order', { period: 'paid' as const }, 'ad'],
  ])('filtered by %s', async (_, filter, letters) => {
    expect(await found(filter)).toBe(letters)
  })

  test('has a period: inclusive days of a time zone, of the start or of the payment', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const [yesterday, tomorrow] = [-1, 1].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    )
    expect(await found({ from: today, to: today })).toBe('dcba')
    expect(await found({ from: today, to: today, period: 'paid' })).toBe('ad')
    expect(await found({ to: yesterday })).toBe('')
    expect(await found({ from: tomorrow, period: 'paid' })).toBe('')
    // Includes an instant at both ends.
    expect(await found({ from: b.createdAt, to: c.createdAt })).toBe('cb')
  })

  test.each(['created', 'paid'] as const)(
    'goes on page by page, each purchase once, by the time they were %s',
    async (period) => {
      const pages: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await asAdmin.list.query({ period, limit: 1, ...(cursor && { cursor }) })
        pages.push(page.items.map(({ id }) => letters.get(id)).join(''))
        cursor = page.nextCursor
      }
      expect(pages).toEqual(period === 'created' ? ['d', 'c', 'b', 'a'] : ['a', 'd'])
    },
  )

  test('refuses by name what is no filter of it, and the cursor of another list', async () => {
    const { nextCursor: ofPaid } = await asAdmin.list.query({ period: 'paid', limit: 1 })
    const { nextCursor: ofAll } = await asAdmin.list.query({ limit: 1 })
    for (const [query, field] of [
      ['email=ada@example.com', 'email'],
      ['status=lost', 'status'],
      ['currency=euro', 'currency'],
      ['user=7', 'user'],
      [`cursor=${ofPaid}`, 'cursor'],
      [`cursor=${ofAll}&period=paid`, 'cursor'],
      [`cursor=${ofPaid}&period=paid&currency=EUR`, 'cursor'],
    ]) {
      const { status, body } = await api.request(`GET /api/v1/admin/transactions?${query}`, {
        token: support.token,
      })
      expect([query, status, body.issues?.[0]?.path]).toEqual([query, 400, field])
    }
  })

  test('names the buyer, the receipt and the coupon', async () => {
    const { items } = await asAdmin.list.query({ q: a.id })

    expect(items).toEqual([
      {
        id: a.id,
        status: 'fulfilled',
        total: eur(2610),
        buyer: { id: ada.id, email: ada.email, name: ada.name },
        isDisputed: false,
        provider: 'sandbox',
        coupon: 'DESK-10',
        receiptNumber: number,
        createdAt: a.createdAt,
        paidAt: expect.any(String),
      },
    ])
  })
})

test('one purchase shows its payments, refunds and disputes, and that somebody looked is on record', async () => {
  await recordPayment(api.deps, 'sandbox', {
    id: 'event-of-dispute',
    type: 'dispute.opened',
    kind: 'dispute_opened',
    reversal: {
      reference: 'dispute-of-a',
      paymentReference: `sandbox_${a.id}`,
      amount: eur(2610),
      statusAt: new Date(),
      reason: 'fraudulent',
    },
  })

  const shown = await asAdmin.get.query({ transactionId: a.id })
  const refunded = await asAdmin.get.query({ transactionId: d.id })

  expect(shown).toMatchObject({
    id: a.id,
    buyer: { email: ada.email },
    isDisputed: true,
    coupon: 'DESK-10',
    receiptNumber: number,
    payment: { provider: 'sandbox', payment: `sandbox_${a.id}` },
    paymentReports: [
      { kind: 'paid', amount: eur(2610) },
      { kind: 'dispute_opened', amount: eur(2610) },
    ],
    reversals: [{ kind: 'dispute', status: 'open', reference: 'dispute-of-a', amount: eur(2610) }],
  })
  expect(refunded).toMatchObject({
    status: 'refunded',
    refunds: [{ line: 1, amount: eur(2900), status: 'succeeded', reason: 'Bought by mistake' }],
  })
  expect(await found({ q: 'dispute-of-a' })).toBe('a')
  const { rows } = await api.deps.db.execute(sql`
    select user_id as "userId", details from audit_events
    where event = 'purchase-viewed' and actor = ${`user:${support.id}`} order by id limit 1`)
  expect(rows).toEqual([{ userId: ada.id, details: { transactionId: a.id } }])
})

test('purchases and receipts of an erased account stay, without the person', async () => {
  const buyer = await api.given.learner()
  const { id, total } = await start(buyer, [knots])
  await pay(id, total)
  await api.request('DELETE /api/v1/me', {
    token: buyer.token,
    body: { password: buyer.password },
  })

  expect(await asAdmin.get.query({ transactionId: id })).toMatchObject({
    buyer: null,
    status: 'fulfilled',
  })
  expect(await asAdmin.receipt.query({ transactionId: id })).toMatchObject({
    buyer: null,
    total: eur(2900),
  })
  expect((await asAdmin.list.query({ q: id })).items).toMatchObject([{ buyer: null }])
})
