import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'

const api = await forAllTests(startApi())
const finance = await api.given.learner({ role: 'finance' })
const admin = api.as(finance).admin.coupons

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const eur = (amount: number) => ({ amount, currency: 'EUR' })

test('a coupon is created, found by its code in any case, used, and disabled for good', async () => {
  const course = await api.given.course({ price: eur(2900) })
  const created = await admin.create.mutate({
    code: 'knots-5',
    takesOff: eur(500),
    courses: [course.slug],
    maxUses: 3,
    validUntil: inDays(1),
  })
  expect(created).toMatchObject({
    code: 'KNOTS-5',
    takesOff: eur(500),
    courses: [course.slug],
    uses: 0,
    maxUses: 3,
    status: 'active',
  })
  const learner = await api.given.learner()
  const buy = () =>
    api.request('POST /api/v1/transaction', {
      token: learner.token,
      body: { courseIds: [course.id], couponCode: 'knots-5' },
    })
  expect((await buy()).body.total).toEqual(eur(2400))

  const { uses } = await admin.get.query({ code: 'Knots-5' })
  const first = await admin.disable.mutate({ code: 'knots-5' })
  const second = await admin.disable.mutate({ code: 'knots-5' })

  expect([uses, first.status, second]).toEqual([1, 'disabled', first])
  const other = await api.given.learner()
  const refused = await api.request('POST /api/v1/transaction', {
    token: other.token,
    body: { courseIds: [course.id], couponCode: 'KNOTS-5' },
  })
  expect([refused.status, refused.body.error]).toEqual([404, 'CouponNotFound'])
  const { rows } = await api.deps.db.execute(sql`
    select event, actor, details from audit_events
    where details->>'couponId' = (select id::text from coupons where code = 'KNOTS-5') order by id`)
  const actor = `user:${finance.id}`
  const couponId = expect.any(String)
  expect(rows).toEqual([
    {
      event: 'coupon-created',
      actor,
      details: {
        couponId,
        'after.amount': 500,
        'after.currency': 'EUR',
        'after.maxUses': 3,
        'after.validUntil': created.validUntil,
      },
    },
    {
      event: 'coupon-disabled',
      actor,
      details: { couponId, 'before.disabled': false, 'after.disabled': true },
    },
  ])
})

test('a list by status holds exactly the coupons that show this status', async () => {
  const takesOff = { percent: 10 }
  await admin.create.mutate({ code: 'STATE-ACTIVE', takesOff })
  await admin.create.mutate({ code: 'STATE-SOON', takesOff, validFrom: inDays(1) })
  await admin.create.mutate({ code: 'STATE-OVER', takesOff, validUntil: inDays(-1) })
  await admin.create.mutate({ code: 'STATE-FULL', takesOff, maxUses: 1, validUntil: inDays(-1) })
  await admin.create.mutate({ code: 'STATE-OFF', takesOff, maxUses: 1 })
  await admin.disable.mutate({ code: 'STATE-OFF' })
  await api.deps.db.execute(
    sql`update coupons set uses = 1 where code in ('STATE-FULL', 'STATE-OFF')`,
  )

  for (const [status, code] of [
    ['active', 'STATE-ACTIVE'],
    ['scheduled', 'STATE-SOON'],
    ['expired', 'STATE-OVER'],
    ['used-up', 'STATE-FULL'],
    ['disabled', 'STATE-OFF'],
  ] as const) {
    const { items } = await admin.list.query({ status, limit: 100 })
    expect(items.filter((coupon) => coupon.code.startsWith('STATE-'))).toMatchObject([
      { code, status },
    ])
    expect(new Set(items.map((coupon) => coupon.status))).toEqual(new Set([status]))
  }
  const first = await admin.list.query({ limit: 2 })
  const next = await admin.list.query({ limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...next.items].map(({ code }) => code)).toEqual([
    'STATE-OFF',
    'STATE-FULL',
    'STATE-OVER',
    'STATE-SOON',
  ])
})

test('one of twenty at once creates the coupon; the others learn that the code is taken', async () => {
  const answers = await atOnce(20, () =>
    api.request('POST /api/v1/admin/coupons', {
      token: finance.token,
      body: { code: 'ONLY-ONE', takesOff: { percent: 5 } },
    }),
  )

  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 19 })
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.error).toBe('CouponCodeTaken')
})

const takesOff = { percent: 5 }
test.each([
  ['neither percentage nor amount', {}, 'takesOff'],
  ['a percentage above 100', { takesOff: { percent: 101 } }, 'takesOff'],
  ['an amount of nothing', { takesOff: eur(0) }, 'takesOff'],
  ['no currency', { takesOff: { amount: 5, currency: 'XXX' } }, 'takesOff'],
  ['a code that nobody can type', { code: 'ab', takesOff }, 'code'],
  ['no uses', { takesOff, maxUses: 0 }, 'maxUses'],
  [
    'an end before its start',
    { takesOff, validFrom: inDays(2), validUntil: inDays(1) },
    'validUntil',
  ],
  [
    'an end on a day before its start',
    { takesOff, validFrom: inDays(3), validUntil: inDays(1).slice(0, 10) },
    'validUntil',
  ],
])('a coupon with %s is refused, with the field at fault', async (_, fields, field) => {
  const { status, body } = await api.request('POST /api/v1/admin/coupons', {
    token: finance.token,
    body: { code: 'REFUSED', ...fields },
  })

  const error = Object.keys(fields).length === 0 ? 'MissingFields' : 'InvalidFields'
  expect([status, body.error, body.issues?.[0]?.path]).toEqual([
    400,
    error,
    expect.stringMatching(`^${field}`),
  ])
})

test('a coupon for a course that does not exist is refused, and so is one that does not exist', async () => {
  const { token } = finance
  const created = await api.request('POST /api/v1/admin/coupons', {
    token,
    body: { code: 'NOWHERE', takesOff: { percent: 5 }, courses: ['no-such-course'] },
  })
  expect([created.status, created.body.error, created.body.issues]).toMatchObject([
    404,
    'CourseNotFound',
    [{ path: 'courses.0' }],
  ])
  for (const route of [
    'GET /api/v1/admin/coupons/NOWHERE',
    'POST /api/v1/admin/coupons/NOWHERE/disable',
  ]) {
    const { status, body } = await api.request(route, { token })
    expect([status, body.error]).toEqual([404, 'CouponNotFound'])
  }
})
