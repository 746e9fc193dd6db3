import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests } from '../../../test/api.ts'
import { startStripeShop, usd } from '../../../test/stripe/stripe-shop.ts'
import { bulkOf } from '../../learning/bulk-enrollments/test-support.ts'

const shop = await forAllTests(startStripeShop({ logLines: [] }))
const { api, stripe, deliver, givenPending, stateOf, isOpen } = shop
beforeEach(() => {
  stripe.trouble = 'none'
})

const isExpired = (session: { status: string }) =>
  vi.waitFor(() => expect(session.status).toBe('expired'), { timeout: 60_000, interval: 50 })

test('a purchase that is replaced by a new one can no longer be paid', async () => {
  const { learner, courses, session } = await givenPending(1000)
  const other = await api.given.course({ price: usd(500) })

  await api.as(learner).transactions.create.mutate({ courseIds: [courses[0]?.id ?? '', other.id] })

  await isExpired(session)
  expect(() => stripe.pay(session.id)).toThrow()
})

test('a purchase can no longer be paid if its course was opened by hand, it expired, or its account was erased', async () => {
  const given = await givenPending(1000)
  const [old, erased] = [await givenPending(1000), await givenPending(1000)]

  await api.given.enrollment(given.learner, given.courses[0] ?? { slug: '' })
  await api.deps.db.execute(
    `update transactions set created_at = created_at - interval '25 hours' where id = '${old.id}'`,
  )
  await jobHandlers(api.deps)['clean-up']({})
  await api.as(erased.learner).me.erase.mutate({ password: erased.learner.password })

  for (const { session } of [given, old, erased]) await isExpired(session)
})

test('a purchase whose course is opened in bulk is closed at once, though the mails are spread', async () => {
  const { learner, courses, session } = await givenPending(1000)
  const [course] = courses
  const emails = ['nobody', 'nowhere', learner.email]

  const { rows } = await bulkOf(api, await api.given.admin()).enroll(
    `email,course\n${emails.map((email) => `${email},${course?.slug}\n`).join('')}`,
  )

  expect(rows.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'enrolled'])
  const { rows: jobs } = await api.deps.db.execute(sql`
    select name, priority from pgboss.job
    where data->>'reference' = ${session.id} or data->>'to' = ${learner.email} order by name`)
  expect(jobs).toEqual([
    { name: 'cancel-payment', priority: 0 },
    { name: 'send-course-mail', priority: -1 },
  ])
  await isExpired(session)
})

test('canceling a checkout is retried while Stripe does not answer, and leaves complete, expired and unknown checkouts alone', async () => {
  const { session } = await givenPending(1000)
  const cancel = (reference: string) =>
    jobHandlers(api.deps)['cancel-payment']({ provider: 'stripe', reference })

  stripe.trouble = 'error'
  await expect(cancel(session.id)).rejects.toThrow()
  expect(session.status).toBe('open')
  stripe.trouble = 'none'
  await cancel(session.id)
  await cancel(session.id)
  await cancel('cs_unknown')
  const paid = await givenPending(1000)
  stripe.pay(paid.session.id)
  await cancel(paid.session.id)

  expect([session.status, paid.session.status]).toEqual(['expired', 'complete'])
})

test('a learner who paid just before still gets the course', async () => {
  const { learner, courses, session, id } = await givenPending(1000)
  stripe.pay(session.id)
  const other = await api.given.course({ price: usd(500) })
  await api.as(learner).transactions.create.mutate({ courseIds: [courses[0]?.id ?? '', other.id] })
  expect((await stateOf({ learner, id })).status).toBe('canceled')

  await deliver(stripe.event('checkout.session.completed', session))

  expect([(await stateOf({ learner, id })).status, await isOpen({ learner, courses })]).toEqual([
    'fulfilled',
    [true],
  ])
})

test('a checkout that the provider closed itself is not canceled again', async () => {
  const { session } = await givenPending(1000)
  const asked = stripe.requests.length

  await deliver(stripe.event('checkout.session.expired', { ...session, status: 'expired' }))

  const { rows: jobs } = await api.deps.db.execute(
    sql`select from pgboss.job where data->>'reference' = ${session.id}`,
  )
  expect(jobs).toEqual([])
  expect(stripe.requests.slice(asked).filter(({ path }) => path.includes(session.id))).toEqual([])
})
