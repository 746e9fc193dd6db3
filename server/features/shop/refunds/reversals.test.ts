import { beforeEach, describe, expect, test } from 'vitest'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { whileHeld } from '../../../test/held.ts'
import type { FakeRefund } from '../../../test/stripe/fake-stripe.ts'
import { startStripeShop, usd } from '../../../test/stripe/stripe-shop.ts'
import { repairData } from '../../maintenance/invariants/repair-data.ts'
import { recordPayment } from '../payments/record-payment.ts'
import { refundTransaction } from '../payments/refund-transaction.ts'
import { assignReversal } from './assign-reversal.ts'

const logLines: string[] = []
const shop = await forAllTests(startStripeShop({ logLines }))
const { api, stripe, deliver, givenPending, givenPaid, stateOf, isOpen, refundsOf, violationsOf } =
  shop
beforeEach(() => {
  stripe.trouble = 'none'
  stripe.refundStatus = 'succeeded'
})

function inDashboard(payment: string, amount: number): FakeRefund {
  const refund = stripe.refundInDashboard(payment, amount)
  if (refund === undefined) throw new Error('Stripe would not have made this refund.')
  return refund
}

/** Sends them as the job does, whether or not it has run already. */
async function sendRefunds(id: string): Promise<void> {
  const { rows } = await api.deps.db.execute<{ id: string }>(
    `select id from refunds where transaction_id = '${id}' order by id`,
  )
  for (const { id: refundId } of rows) await jobHandlers(api.deps)['send-refund']({ refundId })
}

const alarmsAbout = (id: string) =>
  logLines
    .map((line) => JSON.parse(line))
    .filter(({ level, transactionId }) => level === 50 && transactionId === id)

describe('a refund in Stripe’s dashboard', () => {
  test('of everything ends access to all that was bought, and is booked line by line', async () => {
    const purchase = await givenPaid(1000, 2000)
    const refund = inDashboard(purchase.payment, 3000)

    const answer = await deliver(stripe.event('refund.created', refund))

    expect(answer.status).toBe(200)
    expect(await stateOf(purchase)).toEqual({
      status: 'refunded',
      refunded: usd(3000),
      lines: ['refunded', 'refunded'],
    })
    expect(await isOpen(purchase)).toEqual([false, false])
    expect(await refundsOf(purchase.id)).toMatchObject([
      { line: 1, amount: 1000, status: 'succeeded', reason: 'refunded at stripe' },
      { line: 2, amount: 2000, status: 'succeeded' },
    ])
    expect(await violationsOf(purchase.id)).toEqual([])
  })

  test('of a part of the only line is booked on it, and of the rest ends access', async () => {
    const purchase = await givenPaid(1000)

    await deliver(stripe.event('refund.created', inDashboard(purchase.payment, 400)))
    expect(await stateOf(purchase)).toEqual({
      status: 'partially_refunded',
      refunded: usd(400),
      lines: ['fulfilled'],
    })
    await deliver(stripe.event('refund.created', inDashboard(purchase.payment, 600)))

    expect(await stateOf(purchase)).toMatchObject({ status: 'refunded', refunded: usd(1000) })
    expect(await isOpen(purchase)).toEqual([false])
  })

  test('of a part and of all the rest, however they spread over the lines, ends access to everything', async () => {
    const purchase = await givenPaid(1000, 2000)

    await deliver(stripe.event('refund.created', inDashboard(purchase.payment, 500)))
    await deliver(stripe.event('refund.created', inDashboard(purchase.payment, 2500)))

    expect(await stateOf(purchase)).toEqual({
      status: 'refunded',
      refunded: usd(3000),
      lines: ['refunded', 'refunded'],
    })
    expect(await isOpen(purchase)).toEqual([false, false])
    expect((await refundsOf(purchase.id)).map(({ line, amount }) => [line, amount])).toEqual([
      [1, 500],
      [1, 500],
      [2, 2000],
    ])
    expect(await violationsOf(purchase.id)).toEqual([])
  })

  test('is booked even if the learner got the free course before the payment arrived', async () => {
    const purchase = await givenPending(1000, 0)
    await api.given.enrollment(purchase.learner, purchase.courses[1] ?? { slug: '' })
    await deliver(stripe.event('checkout.session.completed', stripe.pay(purchase.session.id)))
    expect((await stateOf(purchase)).lines).toEqual(['fulfilled', 'released'])

    await deliver(
      stripe.event('refund.created', inDashboard(purchase.session.payment_intent ?? '', 1000)),
    )

    expect(await stateOf(purchase)).toMatchObject({
      status: 'refunded',
      lines: ['refunded', 'released'],
    })
    expect(await isOpen(purchase)).toEqual([false, true])
    expect(await violationsOf(purchase.id)).toEqual([])
  })

  test('in a different currency than the payment is booked on nothing, and is a violation until it is dealt with', async () => {
    const purchase = await givenPaid(1000)

    await deliver(
      stripe.event('refund.created', { ...inDashboard(purchase.payment, 1000), currency: 'eur' }),
    )

    expect([await stateOf(purchase), await isOpen(purchase)]).toMatchObject([
      { status: 'fulfilled', refunded: usd(0) },
      [true],
    ])
    expect(await violationsOf(purchase.id)).toEqual(['reversals-are-assigned'])
  })

  test('reported by each of its events, twenty times at once and in any order, is booked once', async () => {
    const purchase = await givenPaid(1000, 500)
    const refund = inDashboard(purchase.payment, 1500)
    const created = Math.floor(Date.now() / 1000)
    const events = [
      stripe.event('refund.updated', refund, { created: created + 2 }),
      stripe.event('charge.refund.updated', refund, { created: created + 1 }),
      stripe.event('refund.created', { ...refund, status: 'pending' }, { created }),
      stripe.event('charge.refunded', {
        id: 'ch_1',
        payment_intent: purchase.payment,
        amount_refunded: 1500,
      }),
    ]

    const answers = (await atOnce(5, () => Promise.all(events.map(deliver)))).flat()

    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 })
    expect((await refundsOf(purchase.id)).map(({ amount }) => amount)).toEqual([1000, 500])
    expect(await stateOf(purchase)).toMatchObject({ status: 'refunded', refunded: usd(1500) })
  })

  test('that takes days revokes nothing before it has succeeded', async () => {
    const purchase = await givenPaid(1000)
    stripe.refundStatus = 'pending'
    const refund = inDashboard(purchase.payment, 1000)

    await deliver(stripe.event('refund.created', refund))
    expect([await stateOf(purchase), await isOpen(purchase)]).toMatchObject([
      { status: 'fulfilled', refunded: usd(0) },
      [true],
    ])
    await deliver(stripe.event('refund.updated', { ...refund, status: 'succeeded' }))

    expect([await stateOf(purchase), await isOpen(purchase)]).toMatchObject([
      { status: 'refunded', refunded: usd(1000) },
      [false],
    ])
  })

  test('that the bank rejects later is unbooked, whichever is reported first, and is a violation until it is dealt with', async () => {
    for (const failsFirst of [false, true]) {
      const purchase = await givenPaid(1000)
      const refund = inDashboard(purchase.payment, 1000)
      const created = Math.floor(Date.now() / 1000)
      const events = [
        stripe.event('refund.created', refund, { created }),
        stripe.event(
          'refund.failed',
          { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' },
          { created: created + 90 },
        ),
      ]
      for (const event of failsFirst ? events.toReversed() : events) await deliver(event)
      refund.status = 'failed'

      expect((await stateOf(purchase)).refunded).toEqual(usd(0))
      expect(await isOpen(purchase)).toEqual([failsFirst])
      expect(await violationsOf(purchase.id)).toEqual(failsFirst ? [] : ['revoked-is-refunded'])
      if (failsFirst) continue

      expect(await refundsOf(purchase.id)).toMatchObject([
        { status: 'failed', failure: 'expired_or_canceled_card' },
      ])
      await refundTransaction(api.deps, {
        id: purchase.id,
        reason: 'By bank transfer',
        isByHand: true,
      })
      expect(await violationsOf(purchase.id)).toEqual([])
      expect((await stateOf(purchase)).refunded).toEqual(usd(1000))
    }
  })

  test('reported before the payment is booked as soon as the payment is reported', async () => {
    const purchase = await givenPending(1000)
    const payment = stripe.pay(purchase.session.id).payment_intent ?? ''

    await deliver(stripe.event('refund.created', inDashboard(payment, 1000)))
    expect((await stateOf(purchase)).status).toBe('pending')
    await deliver(stripe.event('checkout.session.completed', purchase.session))

    expect(await stateOf(purchase)).toMatchObject({ status: 'refunded', refunded: usd(1000) })
    expect(await isOpen(purchase)).toEqual([false])
    expect(await violationsOf(purchase.id)).toEqual([])
  })

  test('whose event is not committed yet when the payment is reported is not overlooked', async () => {
    const purchase = await givenPending(1000)
    const payment = stripe.pay(purchase.session.id).payment_intent ?? ''
    const { body, headers } = stripe.event('refund.created', inDashboard(payment, 1000))
    const event = await stripe.payments.readWebhook(Buffer.from(body), { ...headers })

    await whileHeld(api.deps, {
      hold: (_, ctx) => recordPayment(ctx, 'stripe', event),
      action: () => deliver(stripe.event('checkout.session.completed', purchase.session)),
    })

    expect(await stateOf(purchase)).toMatchObject({ status: 'refunded', refunded: usd(1000) })
  })

  test('reported at the same moment as the payment is never lost, in each of ten rounds', async () => {
    for (let round = 0; round < 10; round++) {
      const purchase = await givenPending(1000)
      const payment = stripe.pay(purchase.session.id).payment_intent ?? ''
      const refund = inDashboard(payment, 1000)

      const answers = await Promise.all([
        deliver(stripe.event('checkout.session.completed', purchase.session)),
        deliver(stripe.event('refund.created', refund)),
      ])

      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await stateOf(purchase)).toMatchObject({ status: 'refunded', refunded: usd(1000) })
    }
  })

  test('of other systems that share the account is recorded, and changes nothing', async () => {
    const foreign = {
      id: 're_foreign',
      amount: 99_999_999_999,
      currency: 'idr',
      payment_intent: 'pi_foreign',
      status: 'succeeded',
      metadata: {},
    }

    expect((await deliver(stripe.event('refund.created', foreign))).status).toBe(200)
    expect(
      (
        await deliver(
          stripe.event('refund.created', { ...foreign, id: 're_charge', payment_intent: null }),
        )
      ).status,
    ).toBe(200)
    const inHundredths = {
      ...foreign,
      id: 'dp_krona',
      amount: 1050,
      currency: 'isk',
      status: 'needs_response',
    }
    expect((await deliver(stripe.event('charge.dispute.created', inHundredths))).status).toBe(200)
  })

  test('that is forged changes nothing', async () => {
    const purchase = await givenPaid(1000)
    const refund = {
      id: 're_forged',
      amount: 1000,
      currency: 'usd',
      payment_intent: purchase.payment,
      status: 'succeeded',
      metadata: {},
    }

    const answers = [
      await deliver(stripe.event('refund.created', refund, { secret: 'whsec_other' })),
      await deliver(
        stripe.event('charge.dispute.closed', stripe.dispute(purchase.payment, 'lost'), {
          secret: 'whsec_other',
        }),
      ),
    ]

    expect(answers.map(({ body }) => body.error)).toEqual(['WebhookRefused', 'WebhookRefused'])
    expect(await stateOf(purchase)).toMatchObject({ status: 'fulfilled', refunded: usd(0) })
  })
})

describe('a refund of a part of several lines', () => {
  test('counts as refunded, is a violation until an administrator assigns it to a line, and then ends access to that', async () => {
    const purchase = await givenPaid(1000, 2000)
    const refund = inDashboard(purchase.payment, 2000)
    await deliver(stripe.event('refund.created', refund))

    expect(await stateOf(purchase)).toEqual({
      status: 'partially_refunded',
      refunded: usd(2000),
      lines: ['fulfilled', 'fulfilled'],
    })
    const receipt = await api.request(`GET /api/v1/transaction/${purchase.id}/receipt`, {
      token: purchase.learner.token,
    })
    expect(receipt.body.refunded).toEqual(usd(2000))
    expect(await violationsOf(purchase.id)).toEqual(['reversals-are-assigned'])
    expect(alarmsAbout(purchase.id)).toMatchObject([
      { reference: refund.id, msg: expect.stringContaining('lyceum transaction assign') },
    ])
    expect(
      (await repairData(api.deps)).filter(
        ({ violation }) => violation.transactionId === purchase.id,
      ),
    ).toEqual([])

    await assignReversal(api.deps, {
      id: purchase.id,
      reversal: refund.id,
      line: 2,
      reason: 'She wrote so',
    })

    expect(await stateOf(purchase)).toEqual({
      status: 'partially_refunded',
      refunded: usd(2000),
      lines: ['fulfilled', 'refunded'],
    })
    expect(await isOpen(purchase)).toEqual([true, false])
    expect(await violationsOf(purchase.id)).toEqual([])
  })

  test('can be spread over lines, but never more than its amount, however many do so at once', async () => {
    const purchase = await givenPaid(1000, 2000)
    const refund = inDashboard(purchase.payment, 900)
    await deliver(stripe.event('refund.created', refund))
    const assign = (line: number, amount?: number) =>
      assignReversal(api.deps, {
        id: purchase.id,
        reversal: refund.id,
        line,
        amount,
        reason: 'She wrote so',
      })

    await expect(assign(1, 901)).rejects.toMatchObject({ name: 'InvalidFields' })
    await expect(assign(3)).rejects.toMatchObject({ name: 'InvalidFields' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => assign(1 + (index % 2), 300)),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(assign(1)).rejects.toMatchObject({ name: 'RefundTooHigh' })
    expect((await stateOf(purchase)).refunded).toEqual(usd(900))
  })

  test('cannot be refunded again: no more is refunded than was paid', async () => {
    const purchase = await givenPaid(1000, 2000)
    await deliver(stripe.event('refund.created', inDashboard(purchase.payment, 500)))
    const refund = (wish: { line?: number; amount?: number }) =>
      refundTransaction(api.deps, { id: purchase.id, reason: 'She asked', ...wish })

    await expect(refund({})).rejects.toMatchObject({
      name: 'RefundTooHigh',
      message: expect.stringContaining('lyceum transaction assign'),
    })
    await refund({ line: 2, amount: 1800 })
    await refund({ line: 1, amount: 700 })

    expect(await stateOf(purchase)).toMatchObject({ status: 'refunded', refunded: usd(3000) })
    // Leaves it only the rest of both lines.
    expect(await refundsOf(purchase.id)).toMatchObject([
      { amount: 1800 },
      { amount: 700 },
      { amount: 300 },
      { amount: 200 },
    ])
    expect(await violationsOf(purchase.id)).toEqual([])
  })
})

describe('our own refund', () => {
  test('is booked once, however often and early Stripe reports it', async () => {
    const purchase = await givenPaid(1000)
    stripe.refundStatus = 'pending'
    await refundTransaction(api.deps, { id: purchase.id, reason: 'She asked' })
    const made = stripe.refunds.find(
      ({ payment_intent }) => payment_intent === purchase.payment,
    ) as FakeRefund
    made.status = 'succeeded'
    const [refundId = ''] = Object.values(made.metadata)

    await Promise.all([
      deliver(stripe.event('refund.created', { ...made, status: 'pending' })),
      deliver(stripe.event('refund.updated', made)),
      jobHandlers(api.deps)['send-refund']({ refundId }),
      deliver(stripe.event('refund.updated', made)),
    ])

    expect(await refundsOf(purchase.id)).toMatchObject([
      { amount: 1000, status: 'succeeded', reason: 'She asked' },
    ])
    expect(await stateOf(purchase)).toMatchObject({ status: 'refunded', refunded: usd(1000) })
  })

  test('that comes too late, after one in the dashboard, fails, and the other one is booked instead', async () => {
    const purchase = await givenPaid(1000, 2000)
    stripe.trouble = 'error'
    await refundTransaction(api.deps, { id: purchase.id, reason: 'She asked' })
    stripe.trouble = 'none'
    await deliver(stripe.event('refund.created', inDashboard(purchase.payment, 3000)))
    await sendRefunds(purchase.id)

    expect(await stateOf(purchase)).toEqual({
      status: 'refunded',
      refunded: usd(3000),
      lines: ['refunded', 'refunded'],
    })
    expect(
      tally((await refundsOf(purchase.id)).map(({ status, reason }) => `${status} ${reason}`)),
    ).toEqual({
      'failed She asked': 2,
      'succeeded refunded at stripe': 2,
    })
    expect(await violationsOf(purchase.id)).toEqual([])
  })

  test.each([
    { prices: [1000], before: 200, rest: 800 },
    { prices: [1000, 500], before: 700, rest: 300 },
  ])(
    'of an undeliverable course continues with the rest after a part was refunded in the dashboard: $before of $prices',
    async ({ prices, before, rest }) => {
      const { learner, courses, session, id } = await givenPending(...prices)
      await api.given.enrollment(learner, courses[0] ?? { slug: '' })
      const payment = stripe.pay(session.id).payment_intent ?? ''
      const refund = inDashboard(payment, before)
      await deliver(stripe.event('checkout.session.completed', session))
      await sendRefunds(id)
      expect(await refundsOf(id)).toMatchObject([{ amount: 1000, status: 'failed' }])

      await deliver(stripe.event('refund.created', refund))
      if (prices.length > 1)
        await assignReversal(api.deps, { id, reversal: refund.id, line: 1, reason: 'She wrote so' })
      await sendRefunds(id)

      expect((await refundsOf(id)).map(({ amount, status }) => [amount, status])).toEqual([
        [1000, 'failed'],
        [before, 'succeeded'],
        [rest, 'succeeded'],
      ])
      expect((await stateOf({ learner, id })).lines[0]).toBe('refunded')
      expect(await violationsOf(id)).toEqual([])
    },
  )

  test('of an undeliverable course that fails for a different reason is not retried forever', async () => {
    const { learner, courses, session, id } = await givenPending(1000)
    await api.given.enrollment(learner, courses[0] ?? { slug: '' })
    const payment = stripe.pay(session.id).payment_intent ?? ''
    stripe.refundStatus = 'failed'
    await deliver(stripe.event('checkout.session.completed', session))
    await sendRefunds(id)
    stripe.refundStatus = 'succeeded'
    const refund = inDashboard(payment, 200)
    stripe.refundStatus = 'failed'
    await deliver(stripe.event('refund.created', refund))
    for (let time = 0; time < 3; time++) await sendRefunds(id)

    expect((await refundsOf(id)).map(({ amount, status }) => [amount, status])).toEqual([
      [1000, 'failed'],
      [200, 'succeeded'],
      [800, 'failed'],
    ])
    expect(await violationsOf(id)).toEqual(['revoked-is-refunded'])
  })

  test('and a concurrent one in the dashboard never refund more than was paid, in each of ten rounds', async () => {
    for (let round = 0; round < 10; round++) {
      const purchase = await givenPaid(1000, 500)
      const [ours] = await Promise.allSettled([
        refundTransaction(api.deps, { id: purchase.id, line: 1, reason: 'She asked' }),
        (async () => {
          const refund = stripe.refundInDashboard(purchase.payment, 1000)
          if (refund !== undefined) await deliver(stripe.event('refund.created', refund))
        })(),
      ])

      if (ours.status === 'rejected') expect(ours.reason.name).toBe('RefundTooHigh')
      const gone = stripe.refunds
        .filter((refund) => refund.payment_intent === purchase.payment)
        .reduce((sum, { amount }) => sum + amount, 0)
      expect((await stateOf(purchase)).refunded).toEqual(usd(gone))
      expect(
        (await violationsOf(purchase.id)).filter((name) => name !== 'reversals-are-assigned'),
      ).toEqual([])
    }
  })
})
