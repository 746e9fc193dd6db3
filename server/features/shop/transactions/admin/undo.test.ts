import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../../test/api.ts'
import { atOnce } from '../../../../test/at-once.ts'
import type { GivenCourse, GivenUser } from '../../../../test/given.ts'
import { completeCourse } from '../../../../test/learning.ts'
import { checkData } from '../../../maintenance/invariants/check-data.ts'

const api = await forAllTests(startApi())
const finance = await api.given.learner({ role: 'finance' })
const admin = api.as(finance).admin

const usd = (amount: number) => ({ amount, currency: 'USD' })

async function isOpen(learner: GivenUser, { slug }: GivenCourse): Promise<boolean> {
  const { enrollment } = await api.as(learner).courses.get.query({ idOrSlug: slug })
  return enrollment !== undefined
}

async function actsOn(id: string) {
  const { rows } = await api.deps.db.execute(sql`
    select actor, user_id as "userId", details from audit_events
    where event = 'transaction-undone' and details->>'transactionId' = ${id} order by id`)
  return rows
}

async function violations(): Promise<string[]> {
  const checked = await checkData(api.deps, { millisecondsForJobs: -1_000 })
  return checked.filter(({ listed }) => listed.length > 0).map(({ invariant }) => invariant)
}

test('a free purchase is taken back: access ends, the certificate stays, and it is on record once', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course()
  const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  await completeCourse(api, { learner, course })
  const { verificationCode: code } = await api
    .as(learner)
    .certificates.issue.mutate({ courseId: course.id })

  const undone = await admin.transactions.undo.mutate({ transactionId: id })

  expect([undone.status, undone.lines.map(({ status }) => status)]).toEqual([
    'refunded',
    ['refunded'],
  ])
  expect(await isOpen(learner, course)).toBe(false)
  expect((await api.as(learner).certificates.verify.query({ code })).valid).toBe(true)

  const again = await api.request(`POST /api/v1/admin/transactions/${id}/undo`, {
    token: finance.token,
    body: {},
  })
  expect([again.status, again.body]).toEqual([200, undone])
  expect(await actsOn(id)).toEqual([
    {
      actor: `user:${finance.id}`,
      userId: learner.id,
      details: {
        transactionId: id,
        courses: 1,
        'before.status': 'fulfilled',
        'after.status': 'refunded',
      },
    },
  ])
  expect(await violations()).toEqual([])
})

test('the learner can get the course again, as at the first time', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course()
  const get = () => api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  const first = await get()
  await admin.transactions.undo.mutate({ transactionId: first.id })

  const second = await get()

  expect([second.status, second.id === first.id]).toEqual(['fulfilled', false])
  expect(await isOpen(learner, course)).toBe(true)
})

test('of several courses one can be taken back, and the coupon has its use again with the last', async () => {
  const learner = await api.given.learner()
  const courses = [
    await api.given.course({ price: usd(2900) }),
    await api.given.course({ price: usd(900) }),
  ] as const
  const code = `GIFT-${learner.id.slice(-8)}`.toUpperCase()
  await admin.coupons.create.mutate({ code, takesOff: { percent: 100 }, maxUses: 1 })
  const { id } = await api.as(learner).transactions.create.mutate({
    courseIds: courses.map((course) => course.id),
    couponCode: code,
  })
  const usesOf = async () => {
    const { uses, status } = await admin.coupons.get.query({ code })
    return [uses, status]
  }

  const half = await admin.transactions.undo.mutate({
    transactionId: id,
    courseIds: [courses[0].id],
  })

  expect([half.status, await usesOf()]).toEqual(['partially_refunded', [1, 'used-up']])
  expect([await isOpen(learner, courses[0]), await isOpen(learner, courses[1])]).toEqual([
    false,
    true,
  ])

  const whole = await admin.transactions.undo.mutate({ transactionId: id })

  expect([whole.status, await usesOf()]).toEqual(['refunded', [0, 'active']])
  expect(await isOpen(learner, courses[1])).toBe(false)
  expect(await actsOn(id)).toHaveLength(2)
  expect(await violations()).toEqual([])
})

test('twenty at once take it back once', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: usd(2900) })
  const code = `ONCE-${learner.id.slice(-8)}`.toUpperCase()
  await admin.coupons.create.mutate({ code, takesOff: { percent: 100 } })
  const { id } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [course.id], couponCode: code })

  const answers = await atOnce(20, () => admin.transactions.undo.mutate({ transactionId: id }))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['refunded']))
  expect((await admin.coupons.get.query({ code })).uses).toBe(0)
  expect(await actsOn(id)).toHaveLength(1)
})

test('access that came from elsewhere stays', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course()
  const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  await api.deps.db.execute(sql`
    update enrollments set source = 'administrator' where user_id = ${learner.id}`)

  await admin.transactions.undo.mutate({ transactionId: id })

  expect(await isOpen(learner, course)).toBe(true)
})

test('what cost money is refunded instead, and what does not exist or belongs elsewhere is refused by name', async () => {
  const learner = await api.given.learner()
  const [paid, free] = [
    await api.given.course({ price: usd(2900) }),
    await api.given.course(),
  ] as const
  const { id, checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [paid.id, free.id] })
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
  const other = await api.given.learner()
  const { id: gift } = await api.as(other).transactions.create.mutate({ courseIds: [free.id] })
  const undo = async (id: string, body: object = {}, token = finance.token) => {
    const answer = await api.request(`POST /api/v1/admin/transactions/${id}/undo`, { token, body })
    return [answer.status, answer.body.error, answer.body.issues?.[0]?.path]
  }

  expect(await undo(id)).toEqual([409, 'TransactionNotFree', undefined])
  expect(await undo(id, { courseIds: [free.id] })).toEqual([409, 'TransactionNotFree', undefined])
  expect(await undo(crypto.randomUUID())).toEqual([404, 'TransactionNotFound', undefined])
  expect(await undo(gift, { courseIds: [free.id, paid.id] })).toEqual([
    400,
    'InvalidFields',
    'courseIds.1',
  ])
  expect(await undo(gift, { courseIds: [] })).toEqual([400, 'InvalidFields', 'courseIds'])
  expect([await isOpen(learner, paid), await isOpen(other, free)]).toEqual([true, true])
  for (const role of ['support', 'learner'] as const) {
    const { token } = await api.given.learner({ role })
    expect(await undo(gift, {}, token)).toEqual([403, 'Forbidden', undefined])
  }
})
