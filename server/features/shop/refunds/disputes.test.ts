import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listAllTransactions } from '../../../../db/queries/shop/transactions.ts'
import { forAllTests } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { startStripeShop, usd } from '../../../test/stripe/stripe-shop.ts'

const logLines: string[] = []
const shop = await forAllTests(startStripeShop({ logLines }))
const { api, stripe, deliver, givenPaid, stateOf, isOpen, refundsOf, violationsOf } = shop

const newestFirst = { by: 'created', after: undefined, limit: 10 } as const
const now = Math.floor(Date.now() / 1000)

async function disputesOf(payment: string) {
  const { rows } = await api.deps.db.execute(
    sql`select kind, status, amount::int, reason from reversals
      where payment_reference = ${payment}`,
  )
  return rows
}

async function recordedOf(id: string) {
  const { rows } = await api.deps.db.execute<{ event: string }>(
    sql`select event from audit_events
      where details->>'transactionId' = ${id} and event like '%dispute%' order by id`,
  )
  return rows.map(({ event }) => event)
}

test('a dispute is recorded, logged at level error and listed, and does not end the learner’s access', async () => {
  const purchase = await givenPaid(1000)

  await deliver(
    stripe.event('charge.dispute.created', stripe.dispute(purchase.payment, 'needs_response')),
  )
  await deliver(
    stripe.event(
      'charge.dispute.funds_withdrawn',
      stripe.dispute(purchase.payment, 'needs_response'),
    ),
  )
  await deliver(
    stripe.event('charge.dispute.updated', stripe.dispute(purchase.payment, 'under_review')),
  )

  expect(await disputesOf(purchase.payment)).toEqual([
    { kind: 'dispute', status: 'open', amount: 1000, reason: 'fraudulent' },
  ])
  expect([await stateOf(purchase), await isOpen(purchase)]).toMatchObject([
    { status: 'fulfilled', refunded: usd(0) },
    [true],
  ])
  const alarms = logLines
    .map((line) => JSON.parse(line))
    .filter(({ level, transactionId }) => level === 50 && transactionId === purchase.id)
  expect(alarms).toMatchObject([{ msg: expect.stringContaining('disputed') }])
  expect(await recordedOf(purchase.id)).toEqual(['payment-disputed'])
  const listed = await listAllTransactions(api.deps.db, { ids: [purchase.id] }, newestFirst)
  expect(listed.map(({ isDisputed }) => isDisputed)).toEqual([true])
})

test('a buyer who disputed a payment gets no mail about a refund, unlike one who was refunded', async () => {
  const [disputing, refunded] = [await givenPaid(1000), await givenPaid(1000)]
  await deliver(stripe.event('charge.dispute.closed', stripe.dispute(disputing.payment, 'lost')))
  await deliver(
    stripe.event('refund.created', stripe.refundInDashboard(refunded.payment, 1000) ?? {}),
  )

  const mailsAbout = async ({ learner }: typeof refunded) => {
    const { rows } = await api.deps.db.execute(
      sql`select from pgboss.job
        where name = 'send-notification' and data->>'to' = ${learner.email}
        and data->'notification'->>'kind' = 'refund-made'`,
    )
    return rows.length
  }
  expect([await mailsAbout(disputing), await mailsAbout(refunded)]).toEqual([0, 1])
})

test('a lost dispute is a refund: access ends', async () => {
  const purchase = await givenPaid(1000, 2000)
  await deliver(
    stripe.event('charge.dispute.created', stripe.dispute(purchase.payment, 'needs_response')),
  )

  await deliver(
    stripe.event('charge.dispute.closed', stripe.dispute(purchase.payment, 'lost'), {
      created: now + 60,
    }),
  )

  expect(await stateOf(purchase)).toEqual({
    status: 'refunded',
    refunded: usd(3000),
    lines: ['refunded', 'refunded'],
  })
  expect(await isOpen(purchase)).toEqual([false, false])
  expect((await refundsOf(purchase.id)).map(({ reason }) => reason)).toEqual([
    'dispute: fraudulent',
    'dispute: fraudulent',
  ])
  expect(await recordedOf(purchase.id)).toEqual(['payment-disputed', 'dispute-lost'])
  expect(await violationsOf(purchase.id)).toEqual([])
})

test.each(['won', 'warning_closed', 'prevented'])(
  'a dispute that ends as %s changes nothing',
  async (status) => {
    const purchase = await givenPaid(1000)
    await deliver(
      stripe.event('charge.dispute.created', stripe.dispute(purchase.payment, 'needs_response')),
    )

    await deliver(
      stripe.event('charge.dispute.closed', stripe.dispute(purchase.payment, status), {
        created: now + 60,
      }),
    )
    await deliver(
      stripe.event('charge.dispute.funds_reinstated', stripe.dispute(purchase.payment, status), {
        created: now + 61,
      }),
    )

    expect([await stateOf(purchase), await isOpen(purchase)]).toMatchObject([
      { status: 'fulfilled', refunded: usd(0) },
      [true],
    ])
    expect(await disputesOf(purchase.payment)).toMatchObject([{ status: 'kept' }])
    expect(await recordedOf(purchase.id)).toEqual(['payment-disputed', 'dispute-won'])
    const [listed] = await listAllTransactions(api.deps.db, { ids: [purchase.id] }, newestFirst)
    expect(listed?.isDisputed).toBe(false)
  },
)

test('reported in any order and many times at once, a dispute ends as it did at the bank and is booked once', async () => {
  for (const [outcome, status] of [
    ['lost', 'refunded'],
    ['won', 'fulfilled'],
  ] as const) {
    const purchase = await givenPaid(1000)
    const events = [
      stripe.event('charge.dispute.closed', stripe.dispute(purchase.payment, outcome), {
        created: now + 100,
      }),
      stripe.event(
        'charge.dispute.funds_withdrawn',
        stripe.dispute(purchase.payment, 'needs_response'),
        { created: now + 1 },
      ),
      stripe.event('charge.dispute.created', stripe.dispute(purchase.payment, 'needs_response'), {
        created: now,
      }),
    ]

    const answers = (await atOnce(5, () => Promise.all(events.map(deliver)))).flat()

    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 15 })
    expect((await stateOf(purchase)).status).toBe(status)
    expect(await refundsOf(purchase.id)).toHaveLength(outcome === 'lost' ? 1 : 0)
  }
})

test('a lost dispute that is won on appeal is unbooked, and is a violation until the learner has the course or the money', async () => {
  const purchase = await givenPaid(1000)
  await deliver(
    stripe.event('charge.dispute.closed', stripe.dispute(purchase.payment, 'lost'), {
      created: now + 100,
    }),
  )
  await deliver(
    stripe.event(
      'charge.dispute.updated',
      stripe.dispute(purchase.payment, 'appeal_under_review'),
      { created: now + 200 },
    ),
  )
  expect((await stateOf(purchase)).status).toBe('refunded')

  await deliver(
    stripe.event('charge.dispute.funds_reinstated', stripe.dispute(purchase.payment, 'won'), {
      created: now + 300,
    }),
  )

  expect((await stateOf(purchase)).refunded).toEqual(usd(0))
  expect(await refundsOf(purchase.id)).toMatchObject([{ status: 'failed', failure: 'dispute_won' }])
  expect(await violationsOf(purchase.id)).toEqual(['revoked-is-refunded'])
  const [course] = purchase.courses
  await api.given.enrollment(purchase.learner, course ?? { slug: '' })
  expect(await violationsOf(purchase.id)).toEqual([])
})

test('a dispute that takes more than is left after a refund books only what is left', async () => {
  const purchase = await givenPaid(1000)
  const refund = stripe.refundInDashboard(purchase.payment, 300)
  await deliver(stripe.event('refund.created', refund ?? {}))

  await deliver(
    stripe.event('charge.dispute.closed', stripe.dispute(purchase.payment, 'lost', 1000)),
  )

  expect(await stateOf(purchase)).toMatchObject({ status: 'refunded', refunded: usd(1000) })
  expect((await refundsOf(purchase.id)).map(({ amount }) => amount)).toEqual([300, 700])
  expect(await violationsOf(purchase.id)).toEqual([])
})
