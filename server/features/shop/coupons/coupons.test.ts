import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CouponRow } from '../../../../db/queries/shop/coupons.ts'
import { insertCoupon } from '../../../../db/queries/shop/coupons.ts'
import { newId } from '../../../../lib/ids.ts'
import { sandboxEvent } from '../../../adapters/payments/sandbox-payments.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { recordPayment } from '../payments/record-payment.ts'

const api = await forAllTests(startApi())

const usd = (amount: number) => ({ amount, currency: 'USD' })
const dayMilliseconds = 86_400_000

let count = 0
async function givenCoupon(content: Partial<CouponRow>, courseIds: string[] = []): Promise<string> {
  const code = `COUPON-${count++}`
  const isPercent = content.amount === undefined
  await insertCoupon(
    api.deps.db,
    {
      id: newId(),
      code,
      percent: isPercent ? 20 : null,
      amount: null,
      currency: isPercent ? null : 'USD',
      validFrom: null,
      validUntil: null,
      maxUses: null,
      maxUsesPerUser: null,
      uses: 0,
      disabledAt: null,
      createdAt: new Date(),
      ...content,
    },
    courseIds,
  )
  return code
}

function buy({ token }: GivenUser, body: object) {
  return api.request('POST /api/v1/transaction', { token, body })
}

/** Reports a payment from the provider although the purchase was canceled. */
function payLate({ body: { id, total } }: Awaited<ReturnType<typeof buy>>): Promise<void> {
  return recordPayment(
    api.deps,
    'sandbox',
    sandboxEvent({ kind: 'paid', transactionId: id, amount: total }),
  )
}

/** Follows the Retry-After that some requests get on an overloaded machine. */
async function buyUntilAnswered(learner: GivenUser, body: object): ReturnType<typeof buy> {
  const answer = await buy(learner, body)
  return answer.status === 503 ? buyUntilAnswered(learner, body) : answer
}

async function usesOf(code: string): Promise<unknown> {
  const { rows } = await api.deps.db.execute(sql`select uses,
    (select count(*)::int from coupon_redemptions
      where coupon_id = coupons.id) as redemptions from coupons where code = ${code}`)
  return rows[0]
}

test('is deducted line by line, whatever the case of its code, and the lines add up to the total', async () => {
  const learner = await api.given.learner()
  const courses = [
    await api.given.course({ price: usd(999) }),
    await api.given.course({ price: usd(1) }),
    await api.given.course(),
  ]
  const code = await givenCoupon({ amount: 100 })
  const courseIds = courses.map(({ id }) => id)

  const quoted = await api.request('POST /api/v1/coupons/quote', {
    token: learner.token,
    body: { couponCode: code, courseIds },
  })
  const { status, body } = await buy(learner, {
    courseIds,
    couponCode: ` ${code.toLowerCase()} `,
    expectedTotal: quoted.body.total,
  })

  expect([status, body.total, body.discount]).toEqual([201, usd(900), usd(100)])
  expect(body.lines.map((line: { discount: { amount: number } }) => line.discount.amount)).toEqual([
    100, 0, 0,
  ])
  expect([quoted.body.total, quoted.body.discount]).toEqual([body.total, body.discount])
  expect(await usesOf(code)).toEqual({ uses: 1, redemptions: 1 })
})

test('of a hundred percent enrolls at once, through the same operation and without a payment', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: usd(4900) })
  const code = await givenCoupon({ percent: 100 })

  const { body } = await buy(learner, { courseIds: [course.id], couponCode: code })

  expect(body).toMatchObject({ status: 'fulfilled', total: usd(0), discount: usd(4900) })
  expect(
    (await api.as(learner).courses.get.query({ idOrSlug: course.slug })).enrollment,
  ).toBeDefined()
})

test.each<[string, number, string, Partial<CouponRow>]>([
  ['disabled', 404, 'CouponNotFound', { disabledAt: new Date() }],
  ['over', 409, 'CouponExpired', { validUntil: new Date(Date.now() - 1000) }],
  ['not valid yet', 409, 'CouponExpired', { validFrom: new Date(Date.now() + dayMilliseconds) }],
  ['used up', 409, 'CouponUsedUp', { maxUses: 3, uses: 3 }],
  ['in another currency', 409, 'CouponNotApplicable', { amount: 100, currency: 'EUR' }],
])(
  'that is %s is refused by name, in a quote and in a purchase, and nothing is bought',
  async (_, status, error, content) => {
    const learner = await api.given.learner()
    const course = await api.given.course({ price: usd(4900) })
    const body = { courseIds: [course.id], couponCode: await givenCoupon(content) }

    const answers = [
      await buy(learner, body),
      await api.request('POST /api/v1/coupons/quote', { token: learner.token, body }),
    ]

    for (const answer of answers)
      expect([answer.status, answer.body.error, answer.body.issues[0].path]).toEqual([
        status,
        error,
        'couponCode',
      ])
    expect((await api.as(learner).transactions.list.query({})).items).toEqual([])
  },
)

test('for other courses is refused by name, and in a mixed cart only its own courses get cheaper', async () => {
  const learner = await api.given.learner()
  const own = await api.given.course({ price: usd(1000) })
  const other = await api.given.course({ price: usd(3000) })
  const code = await givenCoupon({ percent: 50 }, [own.id])

  expect((await buy(learner, { courseIds: [other.id], couponCode: code })).body.error).toBe(
    'CouponNotApplicable',
  )
  for (const { id } of [own, other]) await api.as(learner).cart.add.mutate({ courseId: id })
  expect((await buy(learner, { couponCode: code })).body.total).toEqual(usd(3500))
})

test('with a limit of 10 is used exactly 10 times by 100 concurrent learners', async () => {
  const course = await api.given.course({ price: usd(1000) })
  const learners = await atOnce(100, () => api.given.learner())
  const code = await givenCoupon({ maxUses: 10 })

  const answers = await Promise.all(
    learners.map((learner) =>
      buyUntilAnswered(learner, { courseIds: [course.id], couponCode: code }),
    ),
  )

  expect(tally(answers.map(({ body }) => body.error ?? body.status))).toEqual({
    pending: 10,
    CouponUsedUp: 90,
  })
  expect(await usesOf(code)).toEqual({ uses: 10, redemptions: 10 })
})

test('limited per user is used once by each, however many concurrent purchases they try', async () => {
  const learners = await atOnce(3, () => api.given.learner())
  const courses = await atOnce(5, () => api.given.course({ price: usd(1000) }))
  const code = await givenCoupon({ maxUsesPerUser: 1 })

  const answers = await Promise.all(
    learners.flatMap((learner) =>
      courses.map((course) => buy(learner, { courseIds: [course.id], couponCode: code })),
    ),
  )

  expect(tally(answers.map(({ status, body }) => body.error ?? status))).toEqual({
    201: 3,
    CouponUsedUp: 12,
  })
  expect(await usesOf(code)).toEqual({ uses: 3, redemptions: 3 })
})

test('is returned by a purchase that is declined, expires or is replaced, and kept by one that is paid', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: usd(1000) })
  const code = await givenCoupon({ maxUses: 1 })
  const order = () => buy(learner, { courseIds: [course.id], couponCode: code })

  const declined = await order()
  await api.request(`POST ${new URL(declined.body.checkoutUrl).pathname}/decline`)
  expect(await usesOf(code)).toEqual({ uses: 0, redemptions: 0 })
  const expired = await order()
  await api.deps.db.execute(
    sql`update transactions set created_at = created_at - interval '25 hours' where id = ${expired.body.id}`,
  )
  await jobHandlers(api.deps)['clean-up']({})
  expect(await usesOf(code)).toEqual({ uses: 0, redemptions: 0 })
  const replaced = await order()
  expect((await buy(learner, { courseIds: [course.id] })).body.total).toEqual(usd(1000))
  expect(
    (await api.as(learner).transactions.get.query({ transactionId: replaced.body.id })).status,
  ).toBe('canceled')
  expect(await usesOf(code)).toEqual({ uses: 0, redemptions: 0 })
  const paid = await order()
  expect([(await order()).status, (await order()).body.id]).toEqual([200, paid.body.id])
  await api.request(`POST ${new URL(paid.body.checkoutUrl).pathname}/pay`)

  expect(await usesOf(code)).toEqual({ uses: 1, redemptions: 1 })
})

test('that is used up meanwhile is not granted again when a payment arrives late: the money is refunded', async () => {
  const [late, quick] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course({ price: usd(1000) })
  const code = await givenCoupon({ maxUses: 1 })
  const order = (learner: GivenUser) => buy(learner, { courseIds: [course.id], couponCode: code })
  const first = await order(late)
  await api.request(`POST ${new URL(first.body.checkoutUrl).pathname}/decline`)
  await order(quick)

  await payLate(first)

  expect(await api.as(late).transactions.get.query({ transactionId: first.body.id })).toMatchObject(
    {
      refunded: usd(800),
    },
  )
  expect(
    (await api.as(late).courses.get.query({ idOrSlug: course.slug })).enrollment,
  ).toBeUndefined()
  expect(await usesOf(code)).toEqual({ uses: 1, redemptions: 1 })
})

test('codes cannot be guessed: ten wrong ones block an account, even with a right one, and wrong ones add up per IP', async () => {
  await using guarded = await startApi({ config: { rateLimitScale: 1 } })
  const guesser = await api.given.learner()
  const course = await api.given.course({ price: usd(1000) })
  const code = await givenCoupon({})
  const guess = (token: string, couponCode: string) =>
    guarded.request('POST /api/v1/coupons/quote', {
      token,
      body: { couponCode, courseIds: [course.id] },
      ip: '192.0.2.77',
    })

  for (let right = 0; right < 12; right++)
    expect((await guess(guesser.token, code)).status).toBe(200)
  const wrong = await Promise.all(
    Array.from({ length: 10 }, (_, index) => guess(guesser.token, `WRONG-${index}`)),
  )
  expect(tally(wrong.map(({ body }) => body.error))).toEqual({ CouponNotFound: 10 })
  expect((await guess(guesser.token, code)).status).toBe(429)

  // Pretends that many accounts had guessed from there before.
  await guarded.deps.limits.add('wrongCouponsPerIp', '192.0.2.77', 600 - 10 - 5)
  const others = await atOnce(2, () => api.given.learner())
  const more = await Promise.all(
    others.flatMap(({ token }) =>
      Array.from({ length: 10 }, (_, index) => guess(token, `WRONG-${index}`)),
    ),
  )
  expect(tally(more.map(({ body }) => body.error))).toEqual({ CouponNotFound: 5, RateLimited: 15 })
})

test('whoever has used up their tries does not use up those of others behind the same IP', async () => {
  await using guarded = await startApi({ config: { rateLimitScale: 1 } })
  const [guesser, neighbour] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course({ price: usd(1000) })
  const code = await givenCoupon({})
  const guess = (token: string, couponCode: string) =>
    guarded.request('POST /api/v1/coupons/quote', {
      token,
      body: { couponCode, courseIds: [course.id] },
      ip: '192.0.2.78',
    })
  await guarded.deps.limits.add('wrongCouponsPerIp', '192.0.2.78', 600 - 10 - 5)

  const refused = await atOnce(40, (index) => guess(guesser.token, `WRONG-${index}`))

  expect(tally(refused.map(({ status }) => status))).toEqual({ 404: 10, 429: 30 })
  expect((await guess(neighbour.token, code)).status).toBe(200)
})

test.each(['', '   ', 7, null, {}, 'x'.repeat(101), "' or 1=1 --", '\u0000'])(
  'code %j is refused by name',
  async (couponCode) => {
    const learner = await api.given.learner()
    const course = await api.given.course({ price: usd(1000) })

    const { status } = await buy(learner, { courseIds: [course.id], couponCode })

    expect([400, 404]).toContain(status)
  },
)

test('limited to one use per learner is not granted again when a replaced purchase is paid late', async () => {
  const learner = await api.given.learner()
  const one = await api.given.course({ price: usd(1000) })
  const other = await api.given.course({ price: usd(1000) })
  const couponCode = await givenCoupon({ percent: 90, maxUsesPerUser: 1 })
  const first = await buy(learner, { courseIds: [one.id], couponCode })
  await buy(learner, { courseIds: [one.id] })
  const second = await buy(learner, { courseIds: [other.id], couponCode })
  expect([first.status, second.status]).toEqual([201, 201])

  for (const purchase of [second, first]) await payLate(purchase)

  expect(
    await api.as(learner).transactions.get.query({ transactionId: second.body.id }),
  ).toMatchObject({
    status: 'fulfilled',
    refunded: usd(0),
  })
  expect(
    await api.as(learner).transactions.get.query({ transactionId: first.body.id }),
  ).toMatchObject({
    refunded: usd(100),
  })
  expect(await usesOf(couponCode)).toEqual({ uses: 1, redemptions: 1 })
})

test('is granted to a late payment if the learner reused it in a purchase that is still pending', async () => {
  const learner = await api.given.learner()
  const one = await api.given.course({ price: usd(1000) })
  const other = await api.given.course({ price: usd(1000) })
  const couponCode = await givenCoupon({ maxUses: 1, maxUsesPerUser: 1 })
  const first = await buy(learner, { courseIds: [one.id], couponCode })
  await buy(learner, { courseIds: [one.id, other.id], couponCode })

  await payLate(first)

  expect(
    await api.as(learner).transactions.get.query({ transactionId: first.body.id }),
  ).toMatchObject({
    status: 'fulfilled',
    refunded: usd(0),
  })
  expect(await usesOf(couponCode)).toEqual({ uses: 1, redemptions: 1 })
})

test('is not used up by a late payment that can no longer be fulfilled', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: usd(1000) })
  const couponCode = await givenCoupon({ maxUses: 1 })
  const first = await buy(learner, { courseIds: [course.id], couponCode })
  await api.request(`POST ${new URL(first.body.checkoutUrl).pathname}/decline`)
  await api.given.enrollment(learner, course)

  await payLate(first)

  expect(
    await api.as(learner).transactions.get.query({ transactionId: first.body.id }),
  ).toMatchObject({
    refunded: usd(800),
  })
  expect(await usesOf(couponCode)).toEqual({ uses: 0, redemptions: 0 })
})
