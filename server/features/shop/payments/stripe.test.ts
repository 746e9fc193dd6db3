import { sql } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import {
  type FakeSession,
  type SignedEvent,
  startFakeStripe,
  webhookSecret,
} from '../../../test/stripe/fake-stripe.ts'

const stripe = await forAllTests(startFakeStripe())
const logLines: string[] = []
const app = 'https://app.example.org/bought'
const config = {
  checkoutReturnUrl: 'https://learn.example.org/checkout?from=lyceum',
  checkoutReturnUrls: [app],
}
const api = await forAllTests(startApi({ payments: stripe.payments, logLines, config }))
beforeEach(() => {
  stripe.trouble = 'none'
  stripe.refundStatus = 'succeeded'
})

const usd = (amount: number) => ({ amount, currency: 'USD' })

function deliver({ body, headers }: SignedEvent) {
  return api.request('POST /api/v1/payments/stripe/webhook', { body, headers })
}

async function givenPurchase(price = usd(2900), count = 1) {
  const learner = await api.given.learner()
  const courses = await atOnce(count, (index) =>
    api.given.course({ price, title: `Course ${index}` }),
  )
  const { id, checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: courses.map((course) => course.id) })
  const session = stripe.sessions.find(
    ({ metadata }) => metadata.transactionId === id,
  ) as FakeSession
  return { learner, courses, id, checkoutUrl, session }
}

function stateOf(learner: GivenUser, id: string) {
  return api.as(learner).transactions.get.query({ transactionId: id })
}

async function isEnrolled(learner: GivenUser, { slug }: { slug: string }): Promise<boolean> {
  return (await api.as(learner).courses.get.query({ idOrSlug: slug })).enrollment !== undefined
}

describe('the checkout', () => {
  test('is created once, itemized, in the currency’s own units, and returns to the frontend', async () => {
    const { checkoutUrl, session, id, learner, courses } = await givenPurchase(
      { amount: 500, currency: 'JPY' },
      2,
    )
    const again = await api
      .as(learner)
      .transactions.create.mutate({ courseIds: courses.map((course) => course.id) })

    expect([checkoutUrl, again.checkoutUrl]).toEqual([
      `https://checkout.stripe.test/${session.id}`,
      checkoutUrl,
    ])
    expect(session).toMatchObject({
      amount_total: 1000,
      currency: 'jpy',
      metadata: { transactionId: id },
    })
    expect(session.items.map(({ amount }) => amount)).toEqual([500, 500])
    expect(session.success_url).toBe(
      `https://learn.example.org/checkout?from=lyceum&transaction=${id}&checkout=done`,
    )
    expect(stripe.requests.filter(({ key }) => key === `payment-${id}`)).toHaveLength(1)
  })

  test('returns to the page of the purchase, if it names one of the configured ones', async () => {
    const learner = await api.given.learner()
    const { id: courseId } = await api.given.course({ price: usd(2900) })

    const { id } = await api
      .as(learner)
      .transactions.create.mutate({ courseIds: [courseId], returnUrl: app })

    const session = stripe.sessions.find(({ metadata }) => metadata.transactionId === id)
    expect(session?.success_url).toBe(`${app}?transaction=${id}&checkout=done`)
  })

  test('whose answer was lost is the same checkout when requested again', async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ price: usd(900) })
    const buy = () =>
      api.request('POST /api/v1/transaction', {
        token: learner.token,
        body: { courseIds: [course.id] },
      })
    stripe.trouble = 'lost answer'
    const lost = await buy()
    stripe.trouble = 'none'

    const found = await buy()

    expect([lost.status, lost.body.error, found.status]).toEqual([503, 'ServiceUnavailable', 200])
    expect(
      stripe.sessions.filter(({ metadata }) => metadata.transactionId === found.body.id),
    ).toHaveLength(1)
  })

  test('whose answer was lost is asked for again as it was, though the settings lead elsewhere now', async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ price: usd(900) })
    await using moved = await startApi({
      payments: stripe.payments,
      config: { ...config, checkoutReturnUrl: 'https://new.example.org/checkout' },
    })
    const buy = (from: typeof api) =>
      from.request('POST /api/v1/transaction', {
        token: learner.token,
        body: { courseIds: [course.id] },
      })
    stripe.trouble = 'lost answer'
    await buy(api)
    stripe.trouble = 'none'

    const { status, body } = await buy(moved)

    const sessions = stripe.sessions.filter(({ metadata }) => metadata.transactionId === body.id)
    expect([status, sessions.map(({ success_url: url }) => new URL(url).host)]).toEqual([
      200,
      ['learn.example.org'],
    ])
  })

  test('of an amount that Stripe does not accept is refused by name, and no message of Stripe’s leaks', async () => {
    const learner = await api.given.learner()
    const courses = [
      await api.given.course({ price: usd(7) }),
      await api.given.course({ price: { amount: 1234, currency: 'KWD' } }),
    ]

    for (const { id } of courses) {
      const refused = await api.request('POST /api/v1/transaction', {
        token: learner.token,
        body: { courseIds: [id] },
      })
      expect([refused.status, refused.body.error, refused.body.issues[0].path]).toEqual([
        400,
        'InvalidFields',
        'courseIds',
      ])
      expect(refused.text).not.toContain('sk_test')
    }
  })
})

describe('the webhook', () => {
  test('fulfills the purchase; the return from the checkout does not', async () => {
    const { learner, courses, id, session } = await givenPurchase()
    expect((await api.request(`GET /checkout/return?transaction=${id}&checkout=done`)).status).toBe(
      200,
    )
    expect((await stateOf(learner, id)).status).toBe('pending')

    const answer = await deliver(stripe.event('checkout.session.completed', stripe.pay(session.id)))

    expect([answer.status, answer.body]).toEqual([200, { received: true }])
    expect((await stateOf(learner, id)).status).toBe('fulfilled')
    expect(await isEnrolled(learner, courses[0] ?? { slug: '' })).toBe(true)
  })

  test('fulfills once, with one receipt, when the same event is delivered twenty times at once', async () => {
    const { learner, id, session } = await givenPurchase()
    const event = stripe.event('checkout.session.completed', stripe.pay(session.id))

    const answers = await atOnce(20, () => deliver(event))
    await deliver(event)

    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 })
    expect((await stateOf(learner, id)).status).toBe('fulfilled')
    const { rows } = await api.deps.db.execute(sql`select (select count(*)::int from payment_events
        where transaction_id = ${id}) as events,
      (select count(*)::int from receipts where transaction_id = ${id}) as receipts`)
    expect(rows).toEqual([{ events: 1, receipts: 1 }])
  })

  test('has the same result in any order of events: a purchase that expired or failed and was paid is fulfilled', async () => {
    for (const early of ['checkout.session.expired', 'checkout.session.async_payment_failed']) {
      const { learner, id, session } = await givenPurchase()
      await deliver(stripe.event(early, session))
      expect((await stateOf(learner, id)).status).toBe(
        early.endsWith('expired') ? 'expired' : 'failed',
      )

      await deliver(
        stripe.event('checkout.session.async_payment_succeeded', stripe.pay(session.id)),
      )
      await deliver(stripe.event('checkout.session.completed', session))
      await deliver(stripe.event(early, session))

      expect(await stateOf(learner, id)).toMatchObject({ status: 'fulfilled', refunded: usd(0) })
    }
  })

  test('waits for the money of slow payment methods', async () => {
    const { learner, id, session } = await givenPurchase()

    await deliver(
      stripe.event('checkout.session.completed', { ...session, payment_intent: 'pi_slow' }),
    )
    expect((await stateOf(learner, id)).status).toBe('pending')

    await deliver(stripe.event('checkout.session.async_payment_succeeded', stripe.pay(session.id)))
    expect((await stateOf(learner, id)).status).toBe('fulfilled')
  })

  test.each<[string, (event: SignedEvent) => SignedEvent]>([
    [
      'without a signature',
      ({ body }) => ({ body, headers: { 'content-type': 'application/json' } }) as SignedEvent,
    ],
    [
      'with another body',
      ({ body, headers }) => ({ body: body.replace('"paid"', '"paid" '), headers }),
    ],
    ['with nothing in it', ({ headers }) => ({ body: '', headers })],
    [
      'of test mode with a live key, or the other way round',
      ({ body }) => stripe.event('x', JSON.parse(body).data.object, { livemode: true }),
    ],
    [
      'signed with another secret',
      ({ body }) => stripe.event('x', JSON.parse(body).data.object, { secret: 'whsec_other' }),
    ],
    [
      'signed an hour ago',
      ({ body }) =>
        stripe.event('x', JSON.parse(body).data.object, {
          timestamp: Math.floor(Date.now() / 1000) - 3600,
        }),
    ],
  ])('that comes %s is refused, and nothing of it is kept', async (_, spoil) => {
    const { learner, id, session } = await givenPurchase()
    const before = await countEvents()

    const refused = await deliver(
      spoil(stripe.event('checkout.session.completed', stripe.pay(session.id))),
    )

    expect([refused.status, refused.body.error]).toEqual([400, 'WebhookRefused'])
    expect((await stateOf(learner, id)).status).toBe('pending')
    expect(await countEvents()).toBe(before)
  })

  const odd: [string, unknown][] = [
    ['null', null],
    ['a list', []],
    ['a number', 7],
    ['a text', 'evt_1'],
    ['without all', {}],
    ['without data', { data: undefined }],
    ['data of null', { data: null }],
    ['data without object', { data: {} }],
    ['an object of null', { data: { object: null } }],
    ['an object that is a list', { data: { object: [] } }],
    ['an id that is a number', { id: 5 }],
    ['a type that is a list', { type: [] }],
    ...Object.entries({
      payment_intent: 5,
      amount_total: 'many',
      currency: 5,
      metadata: 'none',
      id: { a: 1 },
    }).map(([field, value]): [string, unknown] => [
      `a session whose ${field} is odd`,
      {
        data: {
          object: {
            id: 'cs_1',
            payment_status: 'paid',
            payment_intent: 'pi_1',
            amount_total: 5,
            currency: 'usd',
            [field]: value,
          },
        },
      },
    ]),
    [
      'a refund without its instant',
      {
        type: 'refund.updated',
        created: 'now',
        data: {
          object: {
            id: 're_1',
            payment_intent: 'pi_1',
            amount: 5,
            currency: 'usd',
            status: 'succeeded',
          },
        },
      },
    ],
    [
      'a dispute of nothing',
      { type: 'charge.dispute.created', data: { object: { payment_intent: 'pi_1' } } },
    ],
  ]

  test.each(odd)(
    'that is signed and of an odd shape is refused or ignored: %s',
    async (_, shape) => {
      const event = {
        id: `evt_${crypto.randomUUID()}`,
        object: 'event',
        type: 'checkout.session.completed',
        livemode: false,
        created: 1_800_000_000,
        data: { object: {} },
      }
      const isPlain =
        typeof shape === 'object' &&
        shape !== null &&
        !Array.isArray(shape) &&
        Object.keys(shape).length > 0
      const payload = JSON.stringify(isPlain ? { ...event, ...shape } : shape)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })

      const { status } = await deliver({
        body: payload,
        headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      })

      expect([200, 400]).toContain(status)
    },
  )

  test('about other systems in the same Stripe account, or of unknown types, is recorded and changes nothing', async () => {
    const before = await countEvents()
    const foreign = {
      id: 'cs_other',
      amount_total: 99_999_999_999,
      currency: 'idr',
      payment_status: 'paid',
      payment_intent: 'pi_other',
    }

    const answers = [
      await deliver(
        stripe.event('checkout.session.completed', {
          ...foreign,
          metadata: { transactionId: "' or 1=1" },
        }),
      ),
      await deliver(stripe.event('checkout.session.completed', { ...foreign, metadata: {} })),
      await deliver(
        stripe.event('refund.updated', {
          id: 're_1',
          status: 'succeeded',
          metadata: { refundId: 'nonsense' },
        }),
      ),
      await deliver(stripe.event('customer.created', { id: 'cus_1' })),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await countEvents()) - before).toBe(4)
  })

  test('exists only for the configured provider', async () => {
    const event = stripe.event('checkout.session.completed', {})
    for (const provider of ['sandbox', 'nobody', '%00']) {
      const { status } = await api.request(`POST /api/v1/payments/${provider}/webhook`, {
        body: event.body,
        headers: event.headers,
      })
      expect(status).toBe(404)
    }
  })
})

describe('refunds', () => {
  async function givenPaid(count = 1) {
    const purchase = await givenPurchase(usd(2900), count)
    await deliver(stripe.event('checkout.session.completed', stripe.pay(purchase.session.id)))
    const admin = await api.given.admin()
    const refund = (body: object) =>
      api.request(`POST /api/v1/transaction/${purchase.id}/refund`, {
        token: admin.token,
        body: { reason: 'Wrong course', ...body },
      })
    return {
      ...purchase,
      refund,
      sent: () =>
        stripe.refunds.filter((one) => one.payment_intent === purchase.session.payment_intent),
    }
  }

  test('are kept while Stripe fails, and made once when it works again, even if only the answer was lost', async () => {
    const { refund, sent, learner, id, courses } = await givenPaid()
    stripe.trouble = 'lost answer'
    expect((await refund({})).body.refunded).toEqual(usd(2900))
    expect([
      (await stateOf(learner, id)).status,
      await isEnrolled(learner, courses[0] ?? { slug: '' }),
    ]).toEqual(['fulfilled', true])

    const [refundId] = await refundIds(id)
    stripe.trouble = 'error'
    await expect(jobHandlers(api.deps)['send-refund']({ refundId })).rejects.toThrow()
    stripe.trouble = 'none'
    await jobHandlers(api.deps)['send-refund']({ refundId })
    await jobHandlers(api.deps)['send-refund']({ refundId })

    expect(sent().map(({ amount }) => amount)).toEqual([2900])
    expect([
      (await stateOf(learner, id)).status,
      await isEnrolled(learner, courses[0] ?? { slug: '' }),
    ]).toEqual(['refunded', false])
  })

  test('that take days are settled by the webhook, whichever event comes first', async () => {
    const { refund, sent, learner, id } = await givenPaid()
    stripe.refundStatus = 'pending'
    await refund({})
    expect((await stateOf(learner, id)).status).toBe('fulfilled')
    const [made] = sent()

    await deliver(stripe.event('refund.updated', { ...made, status: 'pending' }))
    await deliver(stripe.event('refund.updated', { ...made, status: 'succeeded' }))
    await deliver(stripe.event('refund.updated', { ...made, status: 'succeeded' }))

    expect((await stateOf(learner, id)).status).toBe('refunded')
  })

  test('whose webhook was lost are settled by the clean-up', async () => {
    const { refund, sent, learner, id } = await givenPaid()
    stripe.refundStatus = 'pending'
    await refund({})
    for (const made of sent()) made.status = 'succeeded'

    const [refundId] = await refundIds(id)
    await jobHandlers(api.deps)['send-refund']({ refundId })

    expect((await stateOf(learner, id)).status).toBe('refunded')
  })

  test('that fail leave the course with the learner, and can be requested again', async () => {
    const { refund, sent, learner, id, courses } = await givenPaid()
    stripe.refundStatus = 'pending'
    await refund({})
    await deliver(
      stripe.event('refund.failed', {
        ...sent()[0],
        status: 'failed',
        failure_reason: 'lost_or_stolen_card',
      }),
    )

    expect(await stateOf(learner, id)).toMatchObject({ status: 'fulfilled', refunded: usd(0) })
    expect(await isEnrolled(learner, courses[0] ?? { slug: '' })).toBe(true)
    const { rows } = await api.deps.db.execute(
      sql`select status, failure from refunds where transaction_id = ${id}`,
    )
    expect(rows).toEqual([{ status: 'failed', failure: 'lost_or_stolen_card' }])
  })

  test('of an amount that Stripe cannot express fail by name, and can be made in a different way', async () => {
    const { session, id, learner } = await givenPurchase({ amount: 10_000, currency: 'KWD' })
    await deliver(stripe.event('checkout.session.completed', stripe.pay(session.id)))
    const { token } = await api.given.admin()
    const refund = (amount: number) =>
      api.request(`POST /api/v1/transaction/${id}/refund`, {
        token,
        body: { amount, reason: 'Wrong course' },
      })

    expect((await refund(4_005)).body.refunded).toEqual({ amount: 0, currency: 'KWD' })
    expect((await refund(10_000)).body.refunded).toEqual({ amount: 10_000, currency: 'KWD' })

    const { rows } = await api.deps.db.execute(
      sql`select status, failure from refunds where transaction_id = ${id} order by id`,
    )
    expect(rows).toEqual([
      { status: 'failed', failure: 'amount_not_expressible' },
      { status: 'succeeded', failure: null },
    ])
    expect((await stateOf(learner, id)).status).toBe('refunded')
  })

  test('never log a key or a secret', () => {
    expect(logLines.filter((line) => /sk_test_fake|whsec_fake/.test(line))).toEqual([])
  })
})

async function countEvents(): Promise<number> {
  const { rows } = await api.deps.db.execute<{ count: number }>(
    sql`select count(*)::int as count from payment_events`,
  )
  return rows[0]?.count ?? 0
}

async function refundIds(transactionId: string): Promise<[string, ...string[]]> {
  const { rows } = await api.deps.db.execute<{ id: string }>(
    sql`select id from refunds where transaction_id = ${transactionId} order by id`,
  )
  return rows.map(({ id }) => id) as [string, ...string[]]
}
