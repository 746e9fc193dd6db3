import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createSandboxPayments, sandboxEvent } from '../../../adapters/payments/sandbox-payments.ts'
import { type PaymentProvider, PaymentRefused } from '../../../adapters/payments/types.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { createTransaction } from '../checkout/create-transaction.ts'
import { createCoupon } from '../coupons/manage-coupons.ts'
import { recordPayment } from './record-payment.ts'

const sandbox = createSandboxPayments({ publicUrl: 'http://lyceum.test' })
const asked: string[] = []
let isDown = false
let meanwhile: (() => Promise<void>) | undefined
const payments: PaymentProvider = {
  ...sandbox,
  createPayment: async (request) => {
    asked.push(request.transactionId)
    await meanwhile?.()
    return isDown
      ? Promise.reject(new Error('socket hang up while holding sk_live_secret'))
      : sandbox.createPayment(request)
  },
}
const logLines: string[] = []
const api = await forAllTests(startApi({ payments, logLines }))

const price = { amount: 2900, currency: 'USD' }

function settle(id: string, paid: boolean, amount = price): Promise<void> {
  return recordPayment(
    api.deps,
    'sandbox',
    sandboxEvent({ kind: paid ? 'paid' : 'declined', transactionId: id, amount }),
  )
}

test('if the payment provider does not answer, the purchase is kept and the next request tries again', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const buy = () =>
    api.request('POST /api/v1/transaction', {
      token: learner.token,
      body: { courseIds: [course.id] },
    })
  isDown = true
  const failed = await buy()
  isDown = false

  expect([failed.status, failed.body.error, failed.headers['retry-after']]).toEqual([
    503,
    'ServiceUnavailable',
    '10',
  ])
  expect(failed.text).not.toContain('secret')
  const [kept] = (await api.as(learner).transactions.list.query({})).items
  expect([kept?.status, kept?.checkoutUrl]).toEqual(['pending', undefined])

  const retried = await buy()
  expect([retried.status, retried.body.id]).toEqual([200, kept?.id])
  expect(retried.body.checkoutUrl).toContain('/sandbox/payments/')
  expect(asked).toEqual([kept?.id, kept?.id])
  await buy()
  expect(asked).toHaveLength(2)
})

test('a payment whose course cannot be opened at once is recorded all the same, and a job opens it later', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  await api.as(learner).cart.add.mutate({ courseId: course.id })
  const { id, checkoutUrl } = await api.as(learner).transactions.create.mutate({})
  const stateOf = async () => {
    const { status } = await api.as(learner).transactions.get.query({ transactionId: id })
    return [status, (await api.as(learner).cart.get.query({})).items.length]
  }

  await api.deps.db.execute(
    sql.raw(
      `alter table enrollments add constraint test_refusal check (course_id <> '${course.id}') not valid`,
    ),
  )
  try {
    expect((await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)).status).toBe(303)
    expect(await stateOf()).toEqual(['paid', 1])
    await expect(
      jobHandlers(api.deps)['fulfill-transaction']({ transactionId: id }),
    ).rejects.toThrow()
  } finally {
    await api.deps.db.execute(sql`alter table enrollments drop constraint test_refusal`)
  }

  await vi.waitFor(async () => expect(await stateOf()).toEqual(['fulfilled', 0]), {
    timeout: 60_000,
    interval: 200,
  })
  expect(
    (await api.as(learner).courses.get.query({ idOrSlug: course.slug })).enrollment?.percent,
  ).toBe(0)
})

test('a paid transaction whose job was lost is fulfilled by the clean-up', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  await api.deps.db.execute(
    sql`update transactions set status = 'paid', paid_at = now() - interval '1 hour'
      where id = ${id}`,
  )

  await jobHandlers(api.deps)['clean-up']({})

  const statusOf = async () =>
    (await api.as(learner).transactions.get.query({ transactionId: id })).status
  await vi.waitFor(async () => expect(await statusOf()).toBe('fulfilled'), {
    timeout: 60_000,
    interval: 200,
  })
})

test('a payment for an unknown transaction is recorded and logged at level error', async () => {
  await settle('019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04', true)

  const logged = logLines
    .map((line) => JSON.parse(line))
    .filter(({ payment }) => payment?.endsWith('5c1a7b3d8f04'))
  expect(logged).toMatchObject([
    {
      level: 50,
      provider: 'sandbox',
      msg: expect.stringContaining('payment arrived for an unknown transaction'),
    },
  ])
  const { rows } = await api.deps.db.execute(
    sql`select transaction_id, amount::int from payment_events where transaction_id is null`,
  )
  expect(rows).toEqual([{ transaction_id: null, amount: price.amount }])
})

test('a purchase canceled while its checkout is created is returned as canceled and cannot be paid', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  meanwhile = () => api.given.enrollment(learner, course)
  const bought = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  meanwhile = undefined

  expect([bought.status, bought.checkoutUrl]).toEqual(['canceled', undefined])
  const { rows } = await api.deps.db.execute(
    sql`select checkout_url from transactions where id = ${bought.id}`,
  )
  expect(rows).toEqual([{ checkout_url: null }])
})

test('a purchase that the provider refuses fails without a deadlock, even when a different transaction holds its locks', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  await createCoupon(api.deps, {
    code: 'CROSSING',
    takesOff: { percent: 10 },
    validFrom: null,
    validUntil: null,
    courses: [],
    maxUses: null,
    maxUsesPerUser: null,
  })
  let other: Promise<void> | undefined
  meanwhile = async () => {
    const id = asked.at(-1) ?? ''
    const hasCoupon = Promise.withResolvers<void>()
    other = api.deps.withTransaction(async (db) => {
      await db.execute(sql`select from coupons where code = 'CROSSING' for no key update`)
      hasCoupon.resolve()
      await db.execute(sql`select pg_sleep(0.5)`)
      await db.execute(sql`select from transactions where id = ${id} for no key update`)
    })
    await hasCoupon.promise
    throw new PaymentRefused('amount_too_small')
  }
  const body = { courseIds: [course.id], couponCode: 'CROSSING' }
  const refused = await api.request('POST /api/v1/transaction', { token: learner.token, body })
  meanwhile = undefined
  await other

  expect([refused.status, refused.body.error]).toEqual([400, 'InvalidFields'])
  expect(
    (await api.as(learner).transactions.list.query({})).items.map(({ status }) => status),
  ).toEqual(['failed'])
})

test('a purchase that nobody paid within a day expires, and its courses can be bought again', async () => {
  const learner = await api.given.learner()
  const [course, other] = [await api.given.course({ price }), await api.given.course({ price })]
  const buy = ({ id }: { id: string }) =>
    api.as(learner).transactions.create.mutate({ courseIds: [id] })
  const [old, young] = [await buy(course), await buy(other)]
  await api.deps.db.execute(
    sql`update transactions set created_at = created_at - interval '25 hours' where id = ${old.id}`,
  )

  await jobHandlers(api.deps)['clean-up']({})

  const statusOf = async ({ id }: { id: string }) =>
    (await api.as(learner).transactions.get.query({ transactionId: id })).status
  expect([await statusOf(old), await statusOf(young)]).toEqual(['expired', 'pending'])
  const { rows } = await api.deps.db.execute(
    sql`select status from transaction_lines where transaction_id = ${old.id}`,
  )
  expect(rows).toEqual([{ status: 'released' }])
  expect((await buy(course)).id).not.toBe(old.id)
})

test('a purchase that is new only in the second attempt of its database transaction gets 201', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const old = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  const outcome = { created: true }
  const user = {
    id: learner.id,
    email: learner.email,
    name: learner.name,
    role: 'learner' as const,
    emailVerified: true,
  }
  const ctx = {
    ...api.deps,
    user,
    sessionId: '',
    caller: { user, sessionId: '' },
    ip: '',
    requestId: '',
    language: () => 'en' as const,
    browser: { cookie: () => undefined, setCookie: () => undefined },
    signal: () => AbortSignal.timeout(10_000),
    outcome,
    revalidate: () => undefined,
    operation: { name: 'transactions.create', limits: [] },
    withTransaction: async <Result>(
      work: (db: typeof api.deps.db) => Promise<Result>,
    ): Promise<Result> => {
      const first = api.deps.withTransaction(async (db) => {
        await work(db)
        throw new Error('serialization failure')
      })
      await first.catch(() => undefined)
      await settle(old.id, false)
      return api.deps.withTransaction(work)
    },
  }

  const bought = await createTransaction(ctx, { courseIds: [course.id] })

  expect([bought.id === old.id, outcome.created]).toEqual([false, true])
})
