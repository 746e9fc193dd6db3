import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { checkPaymentEvents } from '../../../../scripts/cli/doctor/payments.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests } from '../../../test/api.ts'
import { startStripeShop, usd } from '../../../test/stripe/stripe-shop.ts'
import { describeDelivery } from './find-missed-payments.ts'

const logLines: string[] = []
const shop = await forAllTests(startStripeShop({ logLines }))
const { api, stripe, deliver, givenPending, givenPaid, stateOf, isOpen, refundsOf, violationsOf } =
  shop
beforeEach(() => {
  logLines.length = 0
})

const minutes = (count: number) => count * 60_000
const findPayments = () => jobHandlers(api.deps)['find-payments']({})
const completed = (session: object) => stripe.event('checkout.session.completed', session)
const alarms = () =>
  logLines
    .map((line) => JSON.parse(line))
    .filter(({ level, provider }) => level === 50 && provider === 'stripe')
    .map(({ msg }) => msg)

async function doctor() {
  const config = { ...api.deps.config, paymentProvider: 'stripe' as const }
  const [finding] = await checkPaymentEvents({ ...api.deps, config })
  return finding
}

async function metric(name: string): Promise<string | undefined> {
  const { text } = await api.request('GET /metrics')
  return new RegExp(`^lyceum_${name} (\\d+)$`, 'm').exec(text)?.[1]
}

test('what was paid is given within minutes although its event never arrives, once, and the operator is told', async () => {
  const purchase = await givenPending(2900)
  const waiting = await givenPending(1000)
  const session = stripe.pay(purchase.session.id)

  await findPayments()
  expect(await stateOf(purchase)).toMatchObject({ status: 'pending' })
  api.advance(minutes(5))
  await Promise.all([findPayments(), findPayments()])

  expect(await stateOf(purchase)).toMatchObject({ status: 'fulfilled', refunded: usd(0) })
  expect(await isOpen(purchase)).toEqual([true])
  expect(await stateOf(waiting)).toMatchObject({ status: 'pending' })
  // Expects no alarm: the event may still be on its way.
  expect([alarms(), (await doctor())?.state]).toEqual([[], 'ok'])

  api.advance(minutes(11))
  await findPayments()
  expect(alarms()).toEqual([
    'payment events do not arrive, and payments were found by asking: check the webhook',
  ])
  expect(await doctor()).toMatchObject({
    check: 'payments',
    state: 'failed',
    detail: expect.stringContaining('the events of 1 payments did not arrive'),
    remedy: expect.stringContaining('/api/v1/payments/stripe/webhook'),
  })
  expect(await metric('payment_events_missed')).toBe('1')

  // Lets Stripe deliver it at last.
  expect((await deliver(completed(session))).status).toBe(200)
  expect(await refundsOf(purchase.id)).toEqual([])
  expect(await stateOf(purchase)).toMatchObject({ status: 'fulfilled', refunded: usd(0) })
  expect(await violationsOf(purchase.id)).toEqual([])
  expect([(await doctor())?.state, await metric('payment_events_missed')]).toEqual(['ok', '0'])
})

test('the next event that arrives ends the alarm about one that was lost', async () => {
  const lost = await givenPending(2900)
  stripe.pay(lost.session.id)
  api.advance(minutes(5))
  await findPayments()
  api.advance(minutes(11))
  expect(await metric('payment_events_missed')).toBe('1')

  const next = await givenPending(1000)
  await deliver(completed(stripe.pay(next.session.id)))
  expect(await metric('payment_events_missed')).toBe('0')
})

test('a payment that went back gives nothing, though the list or a later event says that it was right', async () => {
  const purchase = await givenPending(2900)
  const session = stripe.pay(purchase.session.id)
  await deliver(completed({ ...session, amount_total: 1000 }))
  expect(await refundsOf(purchase.id)).toMatchObject([{ line: null, amount: 1000 }])
  api.advance(minutes(5))

  await Promise.all([findPayments(), findPayments()])
  await jobHandlers(api.deps)['find-slow-payments']({})
  expect([await stateOf(purchase), await isOpen(purchase)]).toMatchObject([
    { status: 'pending' },
    [false],
  ])
  expect([await refundsOf(purchase.id), await violationsOf(purchase.id)]).toMatchObject([
    [{ amount: 1000 }],
    [],
  ])

  await deliver(completed(session))
  expect(await isOpen(purchase)).toEqual([false])
})

test('of the job and a contradicting event at once, whichever comes first decides', async () => {
  for (let round = 0; round < 3; round++) {
    const purchase = await givenPending(2900)
    const session = stripe.pay(purchase.session.id)
    api.advance(minutes(5))
    await Promise.all([findPayments(), deliver(completed({ ...session, amount_total: 1000 }))])
    const isGiven = (await isOpen(purchase)).includes(true)
    expect((await refundsOf(purchase.id)).length).toBe(isGiven ? 0 : 1)
    expect(await violationsOf(purchase.id)).toEqual([])
  }
})

test('a payment for a purchase that was given up meanwhile is found as well', async () => {
  const purchase = await givenPending(2900)
  stripe.pay(purchase.session.id)
  await api.deps.db.execute(
    sql`update transactions set status = 'expired' where id = ${purchase.id}`,
  )
  await api.deps.db.execute(
    sql`update transaction_lines set status = 'released' where transaction_id = ${purchase.id}`,
  )
  api.advance(minutes(5))

  await findPayments()

  expect(await isOpen(purchase)).toEqual([true])
})

test('a payment that took days to arrive is found as well', async () => {
  const purchase = await givenPending(2900)
  stripe.pay(purchase.session.id).created -= 5 * 86_400
  api.advance(minutes(5))
  await findPayments()
  expect(await isOpen(purchase)).toEqual([false])

  await jobHandlers(api.deps)['find-slow-payments']({})

  expect(await isOpen(purchase)).toEqual([true])
})

test('all of a busy day are looked at, page by page', async () => {
  const purchase = await givenPending(2900)
  stripe.pay(purchase.session.id)
  const others = Array.from({ length: 250 }, (_, index) => ({
    ...purchase.session,
    id: `cs_other_${index}`,
    payment_intent: `pi_other_${index}`,
    metadata: {},
  }))
  stripe.sessions.push(...others)
  api.advance(minutes(5))

  await findPayments()

  expect(await stateOf(purchase)).toMatchObject({ status: 'fulfilled' })
  const { rows } = await api.deps.db.execute(
    sql`select count(*)::int as count from payment_events where payment_reference like 'pi_other%'`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('nothing is asked while nobody owes anything', async () => {
  await givenPaid(1000)
  await api.deps.db.execute(
    sql`update transactions set status = 'failed', provider_reference = null where paid_at is null`,
  )
  const asked = stripe.requests.length

  await findPayments()

  expect(stripe.requests.slice(asked)).toEqual([])
})

test('wrong signatures, as after a change of the secret, are told until an event arrives again', async () => {
  const purchase = await givenPending(2900)
  const session = stripe.pay(purchase.session.id)
  const refused = () =>
    deliver(stripe.event('checkout.session.completed', session, { secret: 'whsec_new' }))
  expect((await refused()).status).toBe(400)
  await findPayments()
  // Expects no alarm for one: anybody can send it.
  expect(alarms()).toEqual([])

  for (let again = 0; again < 3; again++) await refused()
  await findPayments()

  expect(alarms()).toEqual([
    'the signatures of payment events are wrong: has the signing secret changed?',
  ])
  expect(await doctor()).toMatchObject({
    state: 'failed',
    remedy: expect.stringMatching(/^Set STRIPE_WEBHOOK_SECRET/),
  })
  expect(Number(await metric('payment_events_refused'))).toBeGreaterThanOrEqual(3)
  api.advance(minutes(5))
  await findPayments()
  api.advance(minutes(11))
  expect(await describeDelivery(api.deps)).toMatchObject({ state: 'refused' })
  expect(Number(await metric('payment_events_missed'))).toBeGreaterThan(0)

  api.advance(minutes(1))
  await deliver(completed(session))
  expect(await describeDelivery(api.deps)).toMatchObject({ state: 'arriving' })
})
