import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sandboxEvent } from '../../../adapters/payments/sandbox-payments.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { recordPayment } from './record-payment.ts'

const api = await forAllTests(startApi({ logLines: [] }))

const price = { amount: 2900, currency: 'USD' }

function pay(id: string, amount = price, name = ''): Promise<void> {
  const event = sandboxEvent({ kind: 'paid', transactionId: id, amount })
  return recordPayment(
    api.deps,
    'sandbox',
    event.kind === 'paid'
      ? { ...event, id: event.id + name, paymentReference: event.paymentReference + name }
      : event,
  )
}

function decline(id: string): Promise<void> {
  return recordPayment(
    api.deps,
    'sandbox',
    sandboxEvent({ kind: 'declined', transactionId: id, amount: price }),
  )
}

async function buy(learner: GivenUser, ...courses: { id: string }[]): Promise<string> {
  return (
    await api.as(learner).transactions.create.mutate({ courseIds: courses.map(({ id }) => id) })
  ).id
}

function stateOf(learner: GivenUser, id: string) {
  return api.as(learner).transactions.get.query({ transactionId: id })
}

/** Sends the requested refunds, as the jobs would. */
async function sendRefunds(transactionId: string) {
  const { rows } = await api.deps.db.execute<{ id: string }>(
    sql`select id from refunds where transaction_id = ${transactionId} order by id`,
  )
  for (const { id } of rows) await jobHandlers(api.deps)['send-refund']({ refundId: id })
  const sent = await api.deps.db.execute(
    sql`select line_position, amount, status from refunds
      where transaction_id = ${transactionId} order by id`,
  )
  return sent.rows
}

test.each([
  ['declined', (id: string) => decline(id)],
  [
    'expired',
    async (id: string) => {
      await api.deps.db.execute(
        sql`update transactions set created_at = created_at - interval '25 hours' where id = ${id}`,
      )
      await jobHandlers(api.deps)['clean-up']({})
    },
  ],
])(
  'a payment that arrives for a purchase that was %s still buys the course',
  async (status, close) => {
    const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
    const id = await buy(learner, course)
    await close(id)
    expect((await stateOf(learner, id)).status).toBe(status === 'declined' ? 'failed' : status)

    await pay(id)

    expect(await stateOf(learner, id)).toMatchObject({
      status: 'fulfilled',
      lines: [{ status: 'fulfilled' }],
    })
    expect(
      (await api.as(learner).courses.get.query({ idOrSlug: course.slug })).enrollment,
    ).toBeDefined()
  },
)

test('a payment for a replaced purchase buys its courses, and the pending one is canceled', async () => {
  const learner = await api.given.learner()
  const [course, other] = [await api.given.course({ price }), await api.given.course({ price })]
  const old = await buy(learner, course)
  const current = await buy(learner, course, other)
  expect((await stateOf(learner, old)).status).toBe('canceled')

  await pay(old)

  expect([(await stateOf(learner, old)).status, (await stateOf(learner, current)).status]).toEqual([
    'fulfilled',
    'canceled',
  ])
})

test('if both are paid, the shared course is opened once and refunded once, and the rest is opened', async () => {
  const learner = await api.given.learner()
  const [course, other] = [await api.given.course({ price }), await api.given.course({ price })]
  const old = await buy(learner, course)
  const current = await buy(learner, course, other)

  await Promise.all([pay(old), pay(current, { ...price, amount: 5800 })])
  const [ofOld, ofCurrent] = [await sendRefunds(old), await sendRefunds(current)]

  expect([...ofOld, ...ofCurrent]).toMatchObject([{ amount: 2900, status: 'succeeded' }])
  const lines = [...(await stateOf(learner, old)).lines, ...(await stateOf(learner, current)).lines]
  expect(tally(lines.map(({ status }) => status))).toEqual({ fulfilled: 2, refunded: 1 })
  for (const { id } of [course, other])
    expect((await api.as(learner).courses.get.query({ idOrSlug: id })).enrollment).toBeDefined()
})

test('a payment for a course that the learner got meanwhile is refunded, and the course stays', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const id = await buy(learner, course)
  await api.given.enrollment(learner, course)

  await pay(id)
  expect(await stateOf(learner, id)).toMatchObject({
    status: 'paid',
    refunded: price,
    lines: [{ status: 'released' }],
  })
  await sendRefunds(id)

  expect(await stateOf(learner, id)).toMatchObject({
    status: 'refunded',
    refunded: price,
    lines: [{ status: 'refunded' }],
  })
  expect(
    (await api.as(learner).courses.get.query({ idOrSlug: course.slug })).enrollment,
  ).toBeDefined()
})

test('a payment for a course that the learner got meanwhile and left is refunded, and the learner can return', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const id = await buy(learner, course)
  await api.given.enrollment(learner, course)
  await api.as(learner).me.leaveCourse.mutate({ courseId: course.id })

  await pay(id)
  await sendRefunds(id)

  expect(await stateOf(learner, id)).toMatchObject({ status: 'refunded', refunded: price })
  const { status } = await api.as(learner).me.returnToCourse.mutate({ courseId: course.id })
  expect(status).toBe('active')
})

test('a payment for an erased account is refunded', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const id = await buy(learner, course)
  await api.deps.db.execute(sql`delete from users where id = ${learner.id}`)

  await pay(id)

  expect(await sendRefunds(id)).toMatchObject([{ amount: 2900, status: 'succeeded' }])
})

test('a second payment for a purchase is refunded in full, and so is one of a wrong amount', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const id = await buy(learner, course)

  await pay(id, { ...price, amount: 2800 }, ' too little')
  expect((await stateOf(learner, id)).status).toBe('pending')
  await pay(id)
  await pay(id, price, ' again')

  expect((await stateOf(learner, id)).status).toBe('fulfilled')
  expect(await sendRefunds(id)).toEqual([
    { line_position: null, amount: 2800, status: 'succeeded' },
    { line_position: null, amount: 2900, status: 'succeeded' },
  ])
  expect(await stateOf(learner, id)).toMatchObject({ status: 'fulfilled', refunded: { amount: 0 } })
})

test('thirty concurrent payments get receipt numbers without gaps', async () => {
  const course = await api.given.course({ price })
  const ids = await atOnce(30, async () => buy(await api.given.learner(), course))
  const before = await numbers()

  await Promise.all(ids.map((id) => pay(id)))

  const after = await numbers()
  expect(after.length - before.length).toBe(30)
  expect(after).toEqual(after.map((_, index) => index + 1))
})

async function numbers() {
  const { rows } = await api.deps.db.execute(sql`select number from receipts order by number`)
  return rows.map(({ number }) => number)
}
