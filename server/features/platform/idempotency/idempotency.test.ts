import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSandboxPayments } from '../../../adapters/payments/sandbox-payments.ts'
import type { PaymentProvider } from '../../../adapters/payments/types.ts'
import { createMetrics } from '../../../adapters/telemetry/metrics.ts'
import { buildApp } from '../../../app.ts'
import type { UserContext } from '../../../context.ts'
import { operationsOf } from '../../../http/operations.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { appRouter } from '../../../router.ts'
import { type Answer, type Api, forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { completeCourse, givenGraduate } from '../../../test/learning.ts'
import { performOnce } from './perform-once.ts'

const hour = 3_600_000
const price = { amount: 2900, currency: 'USD' }

const sandbox = createSandboxPayments({ publicUrl: 'http://lyceum.test' })
/** Runs in the payment provider before it answers. */
let meanwhile: (() => Promise<void>) | undefined
const payments: PaymentProvider = {
  ...sandbox,
  createPayment: async (request) => {
    await meanwhile?.()
    return sandbox.createPayment(request)
  },
}
const [first, second] = await Promise.all([
  forAllTests(startApi({ payments })),
  forAllTests(startApi({ payments })),
])
const api = first

interface Sent {
  key: string
  body?: object
}

function send(
  address: string,
  { token }: { token: string },
  { key, body = {} }: Sent,
  to: Api = api,
): Promise<Answer> {
  return to.request(address, { token, body, headers: { 'idempotency-key': key } })
}

const buy = (learner: GivenUser, sent: Sent, to?: Api) =>
  send('POST /api/v1/transaction', learner, sent, to)
const add = (learner: GivenUser, sent: Sent, to?: Api) => send('POST /api/cart', learner, sent, to)
const replayed = ({ status, headers, text }: Answer) => [
  status,
  headers['idempotency-replayed'],
  text,
]

async function rowsOf({ id }: GivenUser) {
  const { rows } = await api.deps.db.execute(sql`select
    (select count(*)::int from transactions where user_id = ${id}) as transactions,
    (select count(*)::int from enrollments where user_id = ${id}) as enrollments,
    (select count(*)::int from cart_items where user_id = ${id}) as items,
    (select count(*)::int from idempotency_keys where user_id = ${id}) as keys`)
  return rows[0]
}

test('a purchase that is sent again with its key gets the first answer byte for byte, whatever happened to the cart', async () => {
  const learner = await api.given.learner()
  const [course, other] = [await api.given.course({ price }), await api.given.course({ price })]
  const key = randomUUID()
  await api.as(learner).cart.add.mutate({ courseId: course.id })
  const bought = await buy(learner, { key })
  await api.as(learner).cart.add.mutate({ courseId: other.id })
  await api.as(learner).cart.remove.mutate({ courseId: course.id })

  const again = await buy(learner, { key }, second)

  expect([bought.status, bought.headers['idempotency-replayed'], bought.body.lines.length]).toEqual(
    [201, undefined, 1],
  )
  expect(replayed(again)).toEqual([201, 'true', bought.text])
  expect(again.headers.location).toBe(bought.headers.location)
  expect(await rowsOf(learner)).toMatchObject({ transactions: 1, keys: 1 })
})

test('the answer of an enrollment is repeated, where the same request without the key would be refused', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const sent = { key: randomUUID(), body: { courseIds: [course.id] } }
  const enrolled = await buy(learner, sent)

  expect(replayed(await buy(learner, sent))).toEqual([201, 'true', enrolled.text])
  expect((await buy(learner, { ...sent, key: randomUUID() })).body.error).toBe('AlreadyEnrolled')
})

test('the first answer of a certificate stays a 201 for its key, with the PDF as it was then', async () => {
  const { learner, course } = await givenGraduate(api)
  const claim = (key: string) => send(`POST /courses/${course.id}/certificate`, learner, { key })
  const key = randomUUID()
  const claimed = await claim(key)

  expect([claimed.status, (await claim(randomUUID())).status]).toEqual([201, 200])
  expect(replayed(await claim(key))).toEqual([201, 'true', claimed.text])
})

test('a refund of a part that is sent again with its key is paid back once', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price })
  const admin = await api.given.admin()
  const { id, checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [course.id] })
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
  const body = { amount: 900, reason: 'The learner asked' }
  const refund = (key: string) =>
    send(`POST /api/v1/transaction/${id}/refund`, admin, { key, body })
  const key = randomUUID()
  const refunded = await refund(key)

  expect(replayed(await refund(key))).toEqual([200, 'true', refunded.text])
  expect((await refund(randomUUID())).body.refunded).toEqual({ amount: 1800, currency: 'USD' })
})

test('REST and tRPC share a key: each replays the other’s answer', async () => {
  const learner = await api.given.learner()
  const [course, other] = [await api.given.course(), await api.given.course()]
  const [one, two] = [randomUUID(), randomUUID()]
  const [overRest, overRpc] = ['POST /api/cart', 'POST /trpc/cart.add']

  const rest = await send(overRest, learner, { key: one, body: { courseId: course.id } })
  const rpc = await send(overRpc, learner, { key: two, body: { courseId: other.id } })
  await api.as(learner).cart.remove.mutate({ courseId: course.id })

  expect([rest.status, rest.body.items.length, rpc.body.result.data.items.length]).toEqual([
    201, 1, 2,
  ])
  const restAsRpc = await send(overRpc, learner, { key: one, body: { courseId: course.id } })
  const rpcAsRest = await send(overRest, learner, { key: two, body: { courseId: other.id } })
  expect(replayed(restAsRpc)).toEqual([
    200,
    'true',
    JSON.stringify({ result: { data: rest.body } }),
  ])
  expect(replayed(rpcAsRest)).toEqual([201, 'true', JSON.stringify(rpc.body.result.data)])
  const rpcAgain = await send('POST /trpc/cart.add?batch=1', learner, {
    key: two,
    body: { 0: { courseId: other.id } },
  })
  expect(replayed(rpcAgain)).toEqual([200, 'true', `[${rpc.text}]`])
})

test.each([
  [
    'adds to the cart',
    add,
    (id: string) => ({ courseId: id }),
    { items: 1, transactions: 0, enrollments: 0 },
    undefined,
  ],
  [
    'purchases',
    buy,
    (id: string) => ({ courseIds: [id] }),
    { items: 0, transactions: 1, enrollments: 0 },
    price,
  ],
  [
    'enrollments',
    buy,
    (id: string) => ({ courseIds: [id] }),
    { items: 0, transactions: 1, enrollments: 1 },
    undefined,
  ],
] as const)(
  'a hundred %s at once with one key, on two instances, are one: one answer, replayed or refused as running',
  async (_what, ask, bodyOf, rows, price) => {
    const learner = await api.given.learner()
    const course = await api.given.course(price && { price })
    const sent = { key: randomUUID(), body: bodyOf(course.id) }

    const answers = await atOnce(100, (index) =>
      ask(learner, sent, index % 2 === 0 ? first : second),
    )

    const {
      201: made = 0,
      IdempotencyKeyInUse: refused = 0,
      ...others
    } = tally(answers.map(({ status, body }) => body.error ?? status))
    expect([made + refused, others]).toEqual([100, {}])
    const told = answers.filter(({ status }) => status === 201)
    expect([
      new Set(told.map(({ text }) => text)).size,
      told.filter(({ headers }) => !headers['idempotency-replayed']).length,
    ]).toEqual([1, 1])
    expect(
      answers
        .filter(({ status }) => status === 409)
        .every(({ headers }) => Number(headers['retry-after']) >= 1),
    ).toBe(true)
    expect(await rowsOf(learner)).toEqual({ ...rows, keys: 1 })
  },
)

test('the same key of a different user, or for a different operation, is a different key', async () => {
  const [one, other] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course({ price })
  const key = randomUUID()
  const answers = [
    await add(one, { key, body: { courseId: course.id } }),
    await add(other, { key, body: { courseId: course.id } }),
    await buy(one, { key, body: { courseIds: [course.id] } }),
    await buy(other, { key, body: { courseIds: [course.id] } }),
  ]

  expect(answers.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual(
    Array(4).fill([201, undefined]),
  )
  expect(answers[2]?.body.id).not.toBe(answers[3]?.body.id)
})

test('a different input under the same key is IdempotencyKeyReused, over REST and tRPC; the order of fields and unknown ones do not matter', async () => {
  const learner = await api.given.learner()
  const [course, other] = [await api.given.course(), await api.given.course()]
  const key = randomUUID()
  const added = await add(learner, { key, body: { courseId: course.id } })

  const reused = await add(learner, { key, body: { courseId: other.id } })
  const overRpc = await send('POST /trpc/cart.add', learner, { key, body: { courseId: other.id } })
  const same = await add(learner, { key, body: { note: 'again', courseId: course.id } })

  expect([reused.status, reused.body.error]).toEqual([422, 'IdempotencyKeyReused'])
  expect([overRpc.status, overRpc.body.error.data.error]).toEqual([422, 'IdempotencyKeyReused'])
  expect(replayed(same)).toEqual([201, 'true', added.text])
  expect(await rowsOf(learner)).toMatchObject({ items: 1, keys: 1 })
})

test('every operation marked `idempotent` accepts a key of 1 to 255 printable ASCII characters, and refuses others', async () => {
  const [caller, course] = [await api.given.admin(), await api.given.course()]
  const inputs = new Map<string, object>([
    [
      'authoring.create',
      {
        slug: 'nobody-owns-it',
        title: 'A course',
        summary: 'Of nobody.',
        language: 'en',
        price,
        ownerEmail: 'nobody@example.org',
        password: caller.password,
      },
    ],
    ['drafts.publish', { courseId: course.id, revision: 99, baseVersion: 1 }],
    ['admin.bulkEnrollments.create', { rows: [{ email: 'ada@example.org', course: 'none' }] }],
    ['admin.bulkEnrollments.act', { act: 'resend', invitations: [randomUUID()], dryRun: true }],
    ['learners.act', { courseId: course.id, act: 'end', userIds: [randomUUID()], dryRun: true }],
    ['authoring.duplicate', { courseId: randomUUID(), slug: 'a-copy', title: 'A copy' }],
    ['admin.mails.resend', { mailId: randomUUID() }],
    ['cart.add', { courseId: randomUUID() }],
    ['transactions.create', { courseIds: [randomUUID()] }],
    ['certificates.issue', { courseId: randomUUID() }],
    ['grades.giveTime', { courseId: course.id, minutes: 5, reason: 'The fire alarm' }],
    ['transactions.refund', { transactionId: randomUUID(), reason: 'The learner asked' }],
  ])
  const operations = operationsOf(appRouter).filter(({ rest }) => rest.idempotent)
  expect(operations.map(({ name }) => name).sort()).toEqual([...inputs.keys()].sort())

  for (const { name } of operations) {
    const ask = (key: string) =>
      send(`POST /trpc/${name}`, caller, { key, body: inputs.get(name) ?? {} })
    for (const key of ['', 'x'.repeat(256), 'a\tb', 'schlüssel-schlüssel']) {
      const { status, body } = await ask(key)
      expect([name, key, status, body.error.data.error, body.error.data.issues?.[0]?.path]).toEqual(
        [name, key, 400, 'InvalidFields', 'Idempotency-Key'],
      )
    }
    for (const key of ['1', 'with spaces, and !~"\'', 'x'.repeat(255)]) {
      const { body } = await ask(key)
      expect(body.error?.data.error ?? 'done').toMatch(
        /^((Course|Transaction|User|Mail)NotFound|DraftChanged|done)$/,
      )
    }
  }
})

test('a key has no meaning for other operations, and none for strangers', async () => {
  const learner = await api.given.learner()
  const headers = { 'idempotency-key': 'é' }

  expect((await api.request('GET /api/v1/cart', { token: learner.token, headers })).status).toBe(
    200,
  )
  expect((await api.request('POST /api/cart', { headers, body: {} })).body.error).toBe(
    'TokenMissing',
  )
})

test('performOnce() refuses an operation that is not marked `idempotent`', async () => {
  const unmarked = { operation: undefined } as unknown as UserContext
  await expect(performOnce(unmarked, { input: {}, effect: async () => ({}) })).rejects.toThrow(
    'performOnce() is for operations whose .meta() says `idempotent: true`.',
  )
})

test('a batch of several calls with a key is refused whole, because a key is for one call', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const body = { 0: { courseId: course.id }, 1: { courseId: course.id } }
  const answer = await send('POST /trpc/cart.add,cart.add?batch=1', learner, {
    key: randomUUID(),
    body,
  })

  expect([
    answer.status,
    answer.body.error.data.error,
    answer.body.error.data.issues,
  ]).toMatchObject([400, 'InvalidFields', [{ path: 'Idempotency-Key' }]])
  expect(await rowsOf(learner)).toMatchObject({ items: 0 })
})

test('a failed request is not remembered: it may succeed with the same key', async () => {
  const learner = await api.given.learner()
  const { course } = await givenGraduate(api)
  await api.given.enrollment(learner, course)
  const claim = { key: randomUUID() }
  const ask = () => send(`POST /courses/${course.id}/certificate`, learner, claim)
  const early = await ask()
  expect([early.body.error, await rowsOf(learner)]).toMatchObject([
    'CourseNotCompleted',
    { keys: 0 },
  ])

  await completeCourse(api, { learner, course })
  expect((await ask()).status).toBe(201)
})

test('a payment provider that fails leaves nothing behind under the key; the next try with it continues with the same purchase', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const sent = { key: randomUUID(), body: { courseIds: [course.id] } }
  meanwhile = () => Promise.reject(new Error('The provider is down.'))
  const failed = await buy(learner, sent)
  meanwhile = undefined

  expect([failed.body.error, await rowsOf(learner)]).toMatchObject([
    'ServiceUnavailable',
    { transactions: 1, keys: 0 },
  ])
  const retried = await buy(learner, sent)
  expect(retried.body.checkoutUrl).toContain('/sandbox/payments/')
  expect(replayed(await buy(learner, sent))).toEqual([retried.status, 'true', retried.text])
  expect(await rowsOf(learner)).toMatchObject({ transactions: 1, keys: 1 })
})

test('while the payment provider is asked the key is in use, for at most ten seconds; then the answer is repeated', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const sent = { key: randomUUID(), body: { courseIds: [course.id] } }
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  meanwhile = () => {
    asked.resolve()
    return answered.promise
  }
  const running = buy(learner, sent)
  await asked.promise

  const refused = await buy(learner, sent, second)
  meanwhile = undefined
  answered.resolve()
  const bought = await running

  expect([refused.status, refused.body.error]).toEqual([409, 'IdempotencyKeyInUse'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10)
  expect(replayed(await buy(learner, sent, second))).toEqual([201, 'true', bought.text])
})

test('a request that finds its key in use for too long takes over; both get the same answer, whichever is first', async () => {
  await using late = await startApi({ payments: sandbox })
  late.advance(11_000)
  const learner = await api.given.learner()
  const [course, other] = [await api.given.course({ price }), await api.given.course({ price })]
  await api.as(learner).cart.add.mutate({ courseId: course.id })
  const sent = { key: randomUUID() }
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  meanwhile = () => {
    asked.resolve()
    return answered.promise
  }
  const slow = buy(learner, sent)
  await asked.promise
  meanwhile = undefined
  await api.as(learner).cart.add.mutate({ courseId: other.id })

  const tookOver = await buy(learner, sent, late)
  answered.resolve()

  expect([tookOver.status, tookOver.body.lines.length]).toEqual([201, 1])
  expect(replayed(await slow)).toEqual([201, 'true', tookOver.text])
  expect(await rowsOf(learner)).toMatchObject({ transactions: 1, keys: 1 })
})

test('a failure after the commit does not undo what was done: the next try continues from there, not from what the cart holds by then', async () => {
  await using late = await startApi({ payments: sandbox })
  late.advance(11_000)
  const learner = await api.given.learner()
  const [course, other] = [await api.given.course({ price }), await api.given.course({ price })]
  await api.as(learner).cart.add.mutate({ courseId: course.id })
  const sent = { key: randomUUID() }
  await api.deps.db.execute(
    sql`alter table transactions add constraint test_refusal check (checkout_url is null) not valid`,
  )
  const failed = await buy(learner, sent)
  await api.deps.db.execute(sql`alter table transactions drop constraint test_refusal`)
  await api.as(learner).cart.add.mutate({ courseId: other.id })

  const early = await buy(learner, sent)
  const finished = await buy(learner, sent, late)

  expect([failed.status, early.body.error, finished.status, finished.body.lines.length]).toEqual([
    500,
    'IdempotencyKeyInUse',
    201,
    1,
  ])
  expect(await rowsOf(learner)).toMatchObject({ transactions: 1, keys: 1 })
})

test('when it is unknown whether the commit arrived the answer is 503, and the retry decides: once, whether it had or had not', async () => {
  for (const arrives of [true, false]) {
    const [learner, course] = [await api.given.learner(), await api.given.course()]
    const connectionLost = Object.assign(new Error('Connection terminated unexpectedly'), {
      code: 'ECONNRESET',
    })
    const { server } = await buildApp({
      ...api.deps,
      metrics: createMetrics(),
      withTransaction: (work) =>
        api.deps
          .withTransaction(async (db) => {
            const result = await work(db)
            if (!arrives) throw connectionLost
            return result
          })
          .then(() => {
            throw connectionLost
          }),
    })
    const sent = { key: randomUUID(), body: { courseIds: [course.id] } }
    const headers = { authorization: `Bearer ${learner.token}`, 'idempotency-key': sent.key }
    const unknown = await server.inject({
      method: 'POST',
      url: '/api/v1/transaction',
      headers,
      payload: sent.body,
    })
    await server.close()

    const retried = await buy(learner, sent)

    expect([unknown.statusCode, unknown.json().error, retried.status]).toEqual([
      503,
      'ServiceUnavailable',
      201,
    ])
    expect(retried.headers['idempotency-replayed']).toBe(arrives ? 'true' : undefined)
    expect(await rowsOf(learner)).toMatchObject({ transactions: 1, enrollments: 1, keys: 1 })
  }
})

test('a repeated answer does not count towards the limit of the operation', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 1 } })
  const [learner, course] = [await strict.given.learner(), await strict.given.course()]
  const sent = { key: randomUUID(), body: { courseIds: [course.id] } }
  const statuses: number[] = []
  for (let count = 0; count < 65; count++) statuses.push((await buy(learner, sent, strict)).status)

  expect(tally(statuses)).toEqual({ 201: 65 })
  expect((await buy(learner, { ...sent, key: randomUUID() }, strict)).body.error).toBe(
    'AlreadyEnrolled',
  )
})

test('a key is remembered for 72 hours; then it is new, and the clean-up forgets it', async () => {
  await using later = await startApi()
  const { id, email, password, ...others } = await later.given.learner()
  const [course, sent] = [await later.given.course({ price }), { key: randomUUID() }]
  const learnerNow = async () => ({
    id,
    email,
    password,
    ...others,
    token: (await later.as().auth.login.mutate({ email, password })).token,
  })
  const ask = async () => add(await learnerNow(), { ...sent, body: { courseId: course.id } }, later)
  const original = await ask()

  later.advance(72 * hour - 60_000)
  expect(replayed(await ask())).toEqual([201, 'true', original.text])
  later.advance(120_000)
  const anew = await ask()
  expect([anew.status, anew.headers['idempotency-replayed']]).toEqual([200, undefined])
  expect((await ask()).headers['idempotency-replayed']).toBe('true')

  later.advance(73 * hour)
  await jobHandlers(later.deps)['clean-up']({})
  expect(await rowsOf({ id } as GivenUser)).toMatchObject({ keys: 0 })
})

test('an account can use 200 new keys an hour; repeated and refused requests do not count', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 0.02 } })
  const learner = await strict.given.learner()
  const courses = [
    await strict.given.course(),
    await strict.given.course(),
    await strict.given.course(),
  ]
  const used = async () => {
    const key = `idempotencyKeysPerAccount:${learner.id}`
    const { rows } = await strict.database.db.execute<{ used: number }>(
      sql`select used from rate_counters where key = ${key}`,
    )
    return rows[0]?.used
  }
  const [first, second, third] = courses.map(({ id }) => ({ courseId: id }))
  let requests = 0
  const put = (body: object | undefined, key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    return strict.request('POST /api/cart', {
      token: learner.token,
      body,
      headers,
      ip: `192.0.2.${++requests}`,
    })
  }
  const key = randomUUID()
  for (let again = 0; again < 5; again++) expect((await put(first, key)).status).toBe(201)
  expect((await put({ courseId: randomUUID() }, randomUUID())).status).toBe(404)
  expect(await used()).toBe(1)

  for (const body of [second, second, third])
    expect((await put(body, randomUUID())).status).toBeLessThan(300)
  const refused = await put(third, randomUUID())
  expect([refused.status, refused.body.error]).toEqual([429, 'RateLimited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // Performs a request without a key, while stored answers are still repeated.
  expect((await put(third)).status).toBe(200)
  expect((await put(first, key)).headers['idempotency-replayed']).toBe('true')
})

test('a long answer counts once more for every four kilobytes', async () => {
  const learner = await api.given.learner()
  for (let count = 0; count < 20; count++) {
    await api.as(learner).cart.add.mutate({ courseId: (await api.given.course({ price })).id })
  }
  const course = await api.given.course({ price })
  const { text } = await add(learner, { key: randomUUID(), body: { courseId: course.id } })
  expect(text.length).toBeGreaterThan(4096)
  const { rows } = await api.deps.db.execute(
    sql`select used from rate_counters where key = ${`idempotencyKeysPerAccount:${learner.id}`}`,
  )
  expect(rows).toEqual([{ used: 1 + Math.floor(text.length / 4096) }])
})
