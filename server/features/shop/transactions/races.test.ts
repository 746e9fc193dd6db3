import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connectDatabase } from '../../../../db/postgres/client.ts'
import { createQueue } from '../../../../lib/queue.ts'
import { sandboxEvent } from '../../../adapters/payments/sandbox-payments.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { testDatabaseUrl } from '../../../test/database.ts'
import type { GivenUser } from '../../../test/given.ts'
import { whileHeld } from '../../../test/held.ts'
import { repairData } from '../../maintenance/invariants/repair-data.ts'
import { recordPayment } from '../payments/record-payment.ts'
import { refundTransaction } from '../payments/refund-transaction.ts'

const [first, second] = await Promise.all([forAllTests(startApi()), forAllTests(startApi())])

const price = { amount: 2900, currency: 'USD' }

interface Outcome {
  outcome: string
  id?: string
}

/** Alternates between REST and tRPC, and between the two instances. */
async function buy(
  api: Api,
  { token }: GivenUser,
  courseIds: string[],
  overRpc: boolean,
): Promise<Outcome> {
  if (!overRpc) {
    const { status, body } = await api.request('POST /api/v1/transaction', {
      token,
      body: { courseIds },
    })
    return { outcome: body.error ?? status, id: body.id }
  }
  return api
    .as({ token })
    .transactions.create.mutate({ courseIds })
    .then(
      ({ id }) => ({ outcome: 'answered', id }),
      (error: { data: { error: string } }) => ({ outcome: error.data.error }),
    )
}

function fiftyAtOnce(learner: GivenUser, courseIds: string[]): Promise<Outcome[]> {
  return atOnce(50, (index) =>
    buy(index % 4 < 2 ? first : second, learner, courseIds, index % 2 === 1),
  )
}

async function countOf(learner: GivenUser) {
  const { rows } = await first.deps.db.execute(sql`select
    (select count(*)::int from transactions where user_id = ${learner.id}) as transactions,
    (select count(*)::int from enrollments where user_id = ${learner.id}) as enrollments`)
  return rows[0]
}

test('fifty concurrent enrollments in a free course, over REST and tRPC on two instances, enroll once', async () => {
  const [learner, course] = [await first.given.learner(), await first.given.course()]

  const outcomes = await fiftyAtOnce(learner, [course.id])

  const { AlreadyEnrolled, ...winner } = tally(outcomes.map(({ outcome }) => outcome))
  expect(AlreadyEnrolled).toBe(49)
  expect([{ 201: 1 }, { answered: 1 }]).toContainEqual(winner)
  expect(await countOf(learner)).toEqual({ transactions: 1, enrollments: 1 })
})

test('fifty concurrent purchases of a course make one transaction with one payment, and at most one 201', async () => {
  const [learner, course] = [await first.given.learner(), await first.given.course({ price })]

  const outcomes = await fiftyAtOnce(learner, [course.id])

  const {
    201: created = 0,
    200: again = 0,
    answered,
    ...failures
  } = tally(outcomes.map(({ outcome }) => outcome))
  expect([created + again, answered, failures]).toEqual([25, 25, {}])
  expect(created).toBeLessThanOrEqual(1)
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1)
  expect(await countOf(learner)).toEqual({ transactions: 1, enrollments: 0 })
})

test('a hundred concurrent purchases with one shared key, their own keys or none make one transaction and one payment', async () => {
  const [learner, course] = [await first.given.learner(), await first.given.course({ price })]
  const keyOf = (index: number) =>
    [
      { 'idempotency-key': 'the-same-key-for-all' },
      { 'idempotency-key': `key-of-its-own-${index}` },
      {},
    ][index % 3] ?? {}
  const post = async (
    index: number,
  ): Promise<{ status: number; body: { id?: string; error?: string } }> => {
    const api = index % 2 === 0 ? first : second
    const answer = await api.request('POST /api/v1/transaction', {
      token: learner.token,
      body: { courseIds: [course.id] },
      headers: keyOf(index),
    })
    // Waits and repeats, as clients do.
    if (answer.body.error !== 'IdempotencyKeyInUse') return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
    return post(index)
  }

  const answers = await atOnce(100, post)

  expect(new Set(answers.map(({ body }) => body.id ?? body.error)).size).toBe(1)
  expect(await countOf(learner)).toEqual({ transactions: 1, enrollments: 0 })
})

test('two hundred carts with the same courses in opposite orders are bought and paid concurrently without a deadlock or a refusal', async () => {
  const courses = [
    await first.given.course({ price }),
    await first.given.course({ price }),
    await first.given.course(),
  ]
  const ids = courses.map(({ id }) => id)
  const deadlocks = async () => {
    const { rows } = await first.deps.db.execute(
      sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
    )
    return rows[0]?.deadlocks
  }
  const before = await deadlocks()

  const learners = await atOnce(200, () => first.given.learner())

  // Runs as many at once as the connections of the two can serve without too long a wait.
  const { run } = createQueue({ concurrency: 60 })
  const outcomes = await atOnce(200, (index) =>
    run(async () => {
      const [learner, api] = [learners[index] as GivenUser, index % 2 === 0 ? first : second]
      for (const courseId of index % 2 === 0 ? ids : ids.toReversed())
        await api.as(learner).cart.add.mutate({ courseId })
      const { checkoutUrl = '', id } = await api.as(learner).transactions.create.mutate({})
      const { status } = await api.request(`POST ${new URL(checkoutUrl).pathname}/pay`)
      return `${status} ${(await api.as(learner).transactions.get.query({ transactionId: id })).status}`
    }),
  )

  expect(tally(outcomes)).toEqual({ '303 fulfilled': 200 })
  expect(await deadlocks()).toBe(before)
}, 120_000)

test('paying while buying again never enrolls twice or leaves a second purchase pending, in each of 15 rounds', async () => {
  const learner = await first.given.learner()
  for (let round = 0; round < 15; round++) {
    const course = await first.given.course({ price })
    const { body } = await first.request('POST /api/v1/transaction', {
      token: learner.token,
      body: { courseIds: [course.id] },
    })
    const page = new URL(body.checkoutUrl).pathname

    const [paid, again] = await Promise.all([
      first.request(`POST ${page}/pay`),
      buy(second, learner, [course.id], false),
    ])

    expect(paid.status).toBe(303)
    if (again.id === undefined) expect(again.outcome).toBe('AlreadyEnrolled')
    else expect(again.id).toBe(body.id)
    expect(
      (await first.as(learner).transactions.get.query({ transactionId: body.id })).status,
    ).toBe('fulfilled')
  }
})

test('of concurrent overlapping purchases, each course stays in one pending transaction; the others are canceled', async () => {
  const learner = await first.given.learner()
  const one = await first.given.course({ price })
  const [two, three] = [await first.given.course({ price }), await first.given.course({ price })]
  const wishes = [[one.id, two.id], [two.id, three.id], [one.id], [three.id, one.id], [two.id]]

  const outcomes = await atOnce(20, (index) =>
    buy(index % 2 === 0 ? first : second, learner, wishes[index % 5] ?? [], index % 4 === 3),
  )

  expect(outcomes.filter(({ id }) => id === undefined)).toEqual([])
  const { items } = await first.as(learner).transactions.list.query({ limit: 100 })
  expect(Object.keys(tally(items.map(({ status }) => status))).sort()).toEqual([
    'canceled',
    'pending',
  ])
  const waiting = items
    .filter(({ status }) => status === 'pending')
    .flatMap(({ lines }) => lines.map(({ courseId }) => courseId))
  expect(new Set(waiting).size).toBe(waiting.length)
})

test('fifty learners who buy concurrently neither wait for each other nor get each other’s transaction', async () => {
  const course = await first.given.course({ price })
  const learners = await atOnce(50, () => first.given.learner())

  const outcomes = await Promise.all(
    learners.map((learner, index) =>
      buy(index % 2 === 0 ? first : second, learner, [course.id], false),
    ),
  )

  expect(tally(outcomes.map(({ outcome }) => outcome))).toEqual({ 201: 50 })
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(50)
})

test('a payment that has to wait does not block the receipt numbers of others', async () => {
  const purchase = async () => {
    const [learner, course] = [await first.given.learner(), await first.given.course({ price })]
    return first.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  }
  const pay = async ({ id: transactionId }: { id: string }) =>
    recordPayment(
      first.deps,
      'sandbox',
      sandboxEvent({ kind: 'paid', transactionId, amount: price }),
    )
  await pay(await purchase())
  const waiting = await purchase()

  await whileHeld(second.deps, {
    hold: (db) => db.execute(sql`lock table transaction_lines in access exclusive mode`),
    action: () => pay(waiting),
    look: async (db) => {
      const { rows } = await db.execute(sql`select last from receipt_counters for update nowait`)
      expect(rows).toHaveLength(1)
    },
  })

  expect(
    (await first.deps.db.execute(sql`select from receipts where transaction_id = ${waiting.id}`))
      .rows,
  ).toHaveLength(1)
})

test('one database connection is enough: nothing waits for a second one while it holds the first', async () => {
  const { db, withTransaction, close } = connectDatabase({
    url: await testDatabaseUrl(),
    log: first.deps.log,
    maxConnections: 1,
  })
  const deps = { ...first.deps, db, withTransaction }
  const [learner, course] = [await first.given.learner(), await first.given.course({ price })]
  const { id } = await first.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  const paid = sandboxEvent({ kind: 'paid', transactionId: id, amount: price })
  const goneAgain = {
    reference: `re_${id}`,
    paymentReference: `sandbox_${id}`,
    amount: { ...price, amount: 1900 },
    statusAt: new Date(),
  }

  await atOnce(4, () => recordPayment(deps, 'sandbox', paid))
  await refundTransaction(deps, { id, amount: 1000, reason: 'She asked' })
  await recordPayment(deps, 'sandbox', {
    id: `event ${id}`,
    type: 'reported',
    kind: 'refund_succeeded',
    reversal: goneAgain,
  })
  await repairData(deps)
  await close()

  expect((await first.as(learner).transactions.get.query({ transactionId: id })).status).toBe(
    'refunded',
  )
})
