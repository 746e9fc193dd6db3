import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests } from '../../../test/api.ts'
import { type Purchase, startStripeShop, usd } from '../../../test/stripe/stripe-shop.ts'
import { repairData } from '../../maintenance/invariants/repair-data.ts'
import { refundSurplus } from '../payments/refund-transaction.ts'

const shop = await forAllTests(startStripeShop({ logLines: [] }))
const { api, stripe, deliver, givenPaid, stateOf, isOpen, refundsOf, violationsOf } = shop
beforeEach(() => {
  stripe.refundStatus = 'succeeded'
})

/** Pays for a purchase a second time, which is refunded. */
async function payAgain({ session }: Purchase): Promise<string> {
  const second = {
    ...session,
    id: `${session.id}_second`,
    payment_intent: `pi_second_${session.id}`,
  }
  stripe.sessions.push(second)
  await deliver(stripe.event('checkout.session.completed', second))
  return second.payment_intent
}

/** Sends them as the job does, whether or not it has run already. */
async function sendRefunds(id: string): Promise<void> {
  const { rows } = await api.deps.db.execute<{ id: string }>(
    sql`select id from refunds where transaction_id = ${id} order by id`,
  )
  for (const { id: refundId } of rows) await jobHandlers(api.deps)['send-refund']({ refundId })
}

async function givenFailedSurplus() {
  const purchase = await givenPaid(1000)
  stripe.refundStatus = 'pending'
  const payment = await payAgain(purchase)
  await sendRefunds(purchase.id)
  const [made] = stripe.refunds.filter(({ payment_intent }) => payment_intent === payment)
  if (made === undefined) throw new Error('Nothing went back.')
  Object.assign(made, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
  await deliver(stripe.event('refund.failed', made))
  stripe.refundStatus = 'succeeded'
  return { ...purchase, payment }
}

test('a payment that was not owed and whose refund fails at the bank is a violation until a retry refunds it', async () => {
  const purchase = await givenFailedSurplus()
  expect(await violationsOf(purchase.id)).toEqual(['payments-are-accounted-for'])

  await refundSurplus(api.deps, { id: purchase.id, reason: 'The bank knows the card now' })

  expect(await refundsOf(purchase.id)).toMatchObject([
    { line: null, amount: 1000, status: 'failed', failure: 'lost_or_stolen_card' },
    { line: null, amount: 1000, status: 'succeeded' },
  ])
  expect(await violationsOf(purchase.id)).toEqual([])
  expect([await stateOf(purchase), await isOpen(purchase)]).toMatchObject([
    { status: 'fulfilled', refunded: usd(0) },
    [true],
  ])
  await expect(
    refundSurplus(api.deps, { id: purchase.id, reason: 'Once more' }),
  ).rejects.toMatchObject({ name: 'RefundTooHigh' })
})

test('`doctor --fix` retries it once, even when two run at once', async () => {
  const { id } = await givenFailedSurplus()

  const repaired = (await Promise.all([repairData(api.deps), repairData(api.deps)])).flat()

  expect(repaired.filter(({ violation }) => violation.transactionId === id)).toMatchObject([
    { invariant: 'payments-are-accounted-for' },
  ])
  await vi.waitFor(
    async () =>
      expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['failed', 'succeeded']),
    15_000,
  )
})

test('a refund made in a different way is recorded by hand, and the provider is not asked', async () => {
  const { id, payment } = await givenFailedSurplus()
  const asked = stripe.requests.length

  await refundSurplus(api.deps, { id, reason: 'By bank transfer', isByHand: true })

  expect((await refundsOf(id)).at(-1)).toMatchObject({
    amount: 1000,
    status: 'succeeded',
    reason: 'By bank transfer',
  })
  expect(stripe.requests.slice(asked).filter(({ path }) => path.includes('refunds'))).toEqual([])
  expect(
    stripe.refunds.filter(
      ({ payment_intent, status }) => payment_intent === payment && status === 'succeeded',
    ),
  ).toEqual([])
  expect(await violationsOf(id)).toEqual([])
})

test('only the rest is refunded if a part was refunded before the payment was reported', async () => {
  const purchase = await givenPaid(1000)
  const second = {
    ...purchase.session,
    id: `${purchase.session.id}_second`,
    payment_intent: `pi_second_${purchase.session.id}`,
  }
  stripe.sessions.push(second)
  await deliver(
    stripe.event('refund.created', stripe.refundInDashboard(second.payment_intent, 400) ?? {}),
  )

  await deliver(stripe.event('checkout.session.completed', second))
  await sendRefunds(purchase.id)

  expect(await refundsOf(purchase.id)).toMatchObject([
    { line: null, amount: 600, status: 'succeeded', reason: 'Paid twice' },
  ])
  expect(await violationsOf(purchase.id)).toEqual([])
})

test('a surplus refunded in the dashboard is not refunded again', async () => {
  const { id, payment } = await givenFailedSurplus()

  await deliver(stripe.event('refund.created', stripe.refundInDashboard(payment, 1000) ?? {}))

  expect(await violationsOf(id)).toEqual([])
  await expect(refundSurplus(api.deps, { id, reason: 'Once more' })).rejects.toMatchObject({
    name: 'RefundTooHigh',
  })
})
