import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { PaymentProvider } from '../../adapters/payments.ts'
import { createSandboxPayments } from '../../adapters/payments.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { startApi } from '../../test/api.ts'
import { createTransaction } from './create-transaction.ts'
import { settlePayment } from './settle-payment.ts'

const sandbox = createSandboxPayments({ publicUrl: 'http://lyceum.test' })
const asked: string[] = []
let isDown = false
let meanwhile: (() => Promise<void>) | undefined
const payments: PaymentProvider = {
  name: 'sandbox',
  createPayment: async (request) => {
    asked.push(request.transactionId)
    await meanwhile?.()
    return isDown ? Promise.reject(new Error('socket hang up while holding sk_live_secret')) : sandbox.createPayment(request)
  },
}
const logLines: string[] = []
const api = await startApi({ payments, logLines })
afterAll(() => api[Symbol.asyncDispose]())

const price = { amount: 2900, currency: 'USD' }

test('when the payment provider does not answer, the purchase is kept and the next request asks it again', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const buy = () => api.request('POST /api/v1/transaction', { token: learner.token, body: { courseIds: [course.id] } })
  isDown = true
  const failed = await buy()
  isDown = false

  expect([failed.status, failed.body.error, failed.headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '10'])
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

test('a payment whose fulfilment breaks off half-way is still to be settled, and is when the provider says it again', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  await api.as(learner).cart.add.mutate({ courseId: course.id })
  const { id, checkoutUrl } = await api.as(learner).transactions.create.mutate({})
  const pay = () => api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
  const statusOf = async () => (await api.as(learner).transactions.get.query({ id })).status

  await api.deps.db.execute(sql.raw(`alter table enrollments add constraint test_refusal check (course_id <> '${course.id}') not valid`))
  try {
    expect((await pay()).status).toBe(500)
  } finally {
    await api.deps.db.execute(sql`alter table enrollments drop constraint test_refusal`)
  }
  expect([await statusOf(), (await api.as(learner).cart.get.query({})).items.length]).toEqual(['pending', 1])

  expect((await pay()).status).toBe(303)
  expect([await statusOf(), (await api.as(learner).cart.get.query({})).items.length]).toEqual(['fulfilled', 0])
  expect((await api.as(learner).courses.get.query({ idOrSlug: course.slug })).enrollment?.percent).toBe(0)
})

test('a payment that is settled twice at once answers both with what it is now', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  const settle = (paid: boolean) => settlePayment(api.deps, { provider: 'sandbox', reference: `sandbox_${id}`, paid })

  const outcomes = await Promise.all([settle(true), settle(true), settle(true)])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect((await settle(false)).status).toBe('fulfilled')
})

test('what was bought is marked as given, line by line, and what was declined is free to be bought', async () => {
  const learner = await api.given.learner()
  const linesAfter = async (paid: boolean) => {
    const courses = [await api.given.course({ price }), await api.given.course()]
    const { id } = await api.as(learner).transactions.create.mutate({ courseIds: courses.map((course) => course.id) })
    await settlePayment(api.deps, { provider: 'sandbox', reference: `sandbox_${id}`, paid })
    const { rows } = await api.deps.db.execute(sql`select status from transaction_lines where transaction_id = ${id}`)
    return rows.map(({ status }) => status)
  }

  expect([await linesAfter(true), await linesAfter(false)]).toEqual([
    ['fulfilled', 'fulfilled'],
    ['released', 'released'],
  ])
})

test('a payment that nobody asked for is not found', async () => {
  const settling = settlePayment(api.deps, { provider: 'sandbox', reference: 'sandbox_unknown', paid: true })

  await expect(settling).rejects.toMatchObject({ name: 'TransactionNotFound' })
})

test('money for a transaction that was given up before is no secret: the log says at error level whom to refund or enroll', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  const payment = { provider: 'sandbox', reference: `sandbox_${id}` }
  await settlePayment(api.deps, { ...payment, paid: false })

  expect((await settlePayment(api.deps, { ...payment, paid: true })).status).toBe('failed')

  const told = logLines.map((line) => JSON.parse(line)).filter(({ transactionId }) => transactionId === id)
  expect(told).toMatchObject([{ level: 50, transactionId: id, ...payment, msg: expect.stringContaining('refund') }])
})

test('a purchase that is given up while the provider is asked is answered as what it is, and cannot be paid', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  meanwhile = () => api.given.enrollment(learner, course)
  const bought = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  meanwhile = undefined

  expect([bought.status, bought.checkoutUrl]).toEqual(['canceled', undefined])
  const { rows } = await api.deps.db.execute(sql`select checkout_url from transactions where id = ${bought.id}`)
  expect(rows).toEqual([{ checkout_url: null }])
})

test('what nobody paid within a day expires, and its courses can be bought again', async () => {
  const [learner, course, other] = [await api.given.learner(), await api.given.course({ price }), await api.given.course({ price })]
  const buy = ({ id }: { id: string }) => api.as(learner).transactions.create.mutate({ courseIds: [id] })
  const [old, young] = [await buy(course), await buy(other)]
  await api.deps.db.execute(sql`update transactions set created_at = created_at - interval '25 hours' where id = ${old.id}`)

  await jobHandlers(api.deps)['clean-up']({})

  const statusOf = async ({ id }: { id: string }) => (await api.as(learner).transactions.get.query({ id })).status
  expect([await statusOf(old), await statusOf(young)]).toEqual(['expired', 'pending'])
  const { rows } = await api.deps.db.execute(sql`select status from transaction_lines where transaction_id = ${old.id}`)
  expect(rows).toEqual([{ status: 'released' }])
  expect((await buy(course)).id).not.toBe(old.id)
})

test('a purchase that is new only in the second try of its transaction is answered as new', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const old = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  const outcome = { created: true }
  const user = { id: learner.id, email: learner.email, name: learner.name, role: 'learner' as const, emailVerified: true }
  const ctx = {
    ...api.deps,
    ...{ user, sessionId: '', caller: { user, sessionId: '' }, address: '', requestId: '', signal: AbortSignal.timeout(10_000), outcome },
    withTransaction: async <Result>(work: (db: typeof api.deps.db) => Promise<Result>): Promise<Result> => {
      const first = api.deps.withTransaction(async (db) => {
        await work(db)
        throw new Error('serialization failure')
      })
      await first.catch(() => undefined)
      await settlePayment(api.deps, { provider: 'sandbox', reference: `sandbox_${old.id}`, paid: false })
      return api.deps.withTransaction(work)
    },
  }

  const bought = await createTransaction(ctx, { courseIds: [course.id] })

  expect([bought.id === old.id, outcome.created]).toEqual([false, true])
})
