import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseError } from '../../../../db/postgres/failures.ts'
import { sandboxEvent } from '../../../adapters/payments/sandbox-payments.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { recordPayment } from '../payments/record-payment.ts'

const api = await forAllTests(startApi())

const usd = (amount: number) => ({ amount, currency: 'USD' })

async function buy(learner: GivenUser, headers = {}) {
  const course = await api.given.course({ price: usd(100) })
  const { body } = await api.request('POST /api/v1/transaction', {
    token: learner.token,
    body: { courseIds: [course.id] },
    headers,
  })
  const decide = (decision: 'pay' | 'decline') =>
    api.request(`POST ${new URL(body.checkoutUrl).pathname}/${decision}`)
  const repeat = (headers: Record<string, string>) =>
    api.request('POST /api/v1/transaction', {
      token: learner.token,
      body: { courseIds: [course.id] },
      headers,
    })
  return { id: body.id as string, decide, repeat }
}

/** Ages everything that has happened, which only a test may do. */
async function age(days: number): Promise<void> {
  const { db } = api.deps
  await db.execute(sql`alter table payment_events disable trigger payment_events_append_only`)
  await db.execute(
    sql`update payment_events set received_at = received_at - make_interval(days => ${days})`,
  )
  await db.execute(sql`alter table payment_events enable trigger payment_events_append_only`)
  await db.execute(
    sql`update transactions set created_at = created_at - make_interval(days => ${days})`,
  )
}

const cleanUp = () => jobHandlers(api.deps)['clean-up']({})

async function idsOf(learner: GivenUser): Promise<string[]> {
  const { items } = await api.as(learner).transactions.list.query({ limit: 100 })
  return items.map(({ id }) => id)
}

async function countOf(table: string): Promise<number> {
  const { rows } = await api.deps.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  )
  return rows[0]?.count ?? Number.NaN
}

test('a purchase that came to nothing is forgotten a month later; whatever money touched stays', async () => {
  const learner = await api.given.learner()
  const declined = await buy(learner)
  const abandoned = await buy(learner)
  const [paid, refunded, overpaid] = [await buy(learner), await buy(learner), await buy(learner)]
  const free = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [(await api.given.course()).id] })
  await declined.decide('decline')
  await paid.decide('pay')
  await refunded.decide('pay')
  await api.request(`POST /api/v1/transaction/${refunded.id}/refund`, {
    token: (await api.given.admin()).token,
    body: { reason: 'asked' },
  })
  const wrong = sandboxEvent({ kind: 'paid', transactionId: overpaid.id, amount: usd(99) })
  await recordPayment(api.deps, 'sandbox', wrong)

  // Only lets them expire in the first night: they are a day too young to be forgotten.
  await age(29)
  await cleanUp()
  expect(await idsOf(learner)).toHaveLength(6)
  await age(3)
  const lines = await countOf('transaction_lines')
  await cleanUp()

  expect((await idsOf(learner)).sort()).toEqual([paid.id, refunded.id, overpaid.id, free.id].sort())
  expect(await countOf('transaction_lines')).toBe(lines - 2)
  for (const { id } of [declined, abandoned])
    expect(await errorOf(api.as(learner).transactions.get.query({ transactionId: id }))).toBe(
      'TransactionNotFound',
    )
  await cleanUp()
  expect(await idsOf(learner)).toHaveLength(4)
})

test('an answer to an Idempotency-Key outlives its purchase', async () => {
  const learner = await api.given.learner()
  const headers = { 'idempotency-key': 'one click' }
  const { id, decide, repeat } = await buy(learner, headers)
  await decide('decline')
  await age(40)
  await cleanUp()

  expect(await idsOf(learner)).toEqual([])
  const again = await repeat(headers)
  expect([again.status, again.body.id]).toEqual([201, id])
})

test('the database itself keeps purchases that are young, open or paid, and events about money', async () => {
  const learner = await api.given.learner()
  const [young, paid] = [await buy(learner), await buy(learner)]
  await young.decide('decline')
  await paid.decide('pay')
  await age(40)
  const younger = await buy(learner)
  await younger.decide('decline')

  for (const id of [paid.id, younger.id]) {
    expect(await stateOf(sql`delete from transaction_lines where transaction_id = ${id}`)).toBe(
      '23001',
    )
    expect(await stateOf(sql`delete from payment_events where transaction_id = ${id}`)).toBe(
      '23001',
    )
  }
  expect(await stateOf(sql`delete from transactions where id = ${paid.id}`)).toBe('23001')
})

test('what the provider reported about other sales is forgotten after three months', async () => {
  await age(100)
  await cleanUp()
  const before = await countOf('payment_events')
  for (const id of ['one', 'two'])
    await recordPayment(api.deps, 'sandbox', { id, kind: 'other', type: 'product.created' })
  await age(89)
  await cleanUp()
  expect(await countOf('payment_events')).toBe(before + 2)
  await age(2)
  await cleanUp()
  expect(await countOf('payment_events')).toBe(before)
})

/** Returns the SQLSTATE of the refusal; undefined when the statement succeeds. */
async function stateOf(statement: ReturnType<typeof sql>): Promise<string | undefined> {
  const refusal = await api.deps.db.execute(statement).then(
    () => undefined,
    (error: unknown) => error,
  )
  return databaseError(refusal)?.code
}

test('an account starts at most 150 new purchases a day; what it has started it gets again', async () => {
  // Uses a fiftieth of the limits: three a day, and one a minute.
  await using strict = await startApi({ config: { rateLimitScale: 0.02 } })
  const [learner, other] = [await strict.given.learner(), await strict.given.learner()]
  const start = async ({ token }: GivenUser, courseId: string) => {
    strict.advance(61_000)
    const answer = await strict.request('POST /api/v1/transaction', {
      token,
      body: { courseIds: [courseId] },
    })
    return `${answer.status} ${answer.body.error ?? ''}`.trim()
  }
  const courses = [
    await strict.given.course({ price: usd(100) }),
    await strict.given.course({ price: usd(100) }),
    await strict.given.course(),
    await strict.given.course({ price: usd(100) }),
  ]

  const outcomes: string[] = []
  for (const { id } of courses) outcomes.push(await start(learner, id))

  expect(outcomes).toEqual(['201', '201', '201', '429 RateLimited'])
  expect(await start(learner, courses[0]?.id ?? '')).toBe('200')
  expect(await start(other, courses[0]?.id ?? '')).toBe('201')
})
