import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { coupons } from '../../../../db/schema/shop/coupons.ts'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { errorOf } from '../../../test/outcomes.ts'

const api = await forAllTests(startApi())
const second = await forAllTests(startApi())
const usd = (amount: number) => ({ amount, currency: 'USD' })

let count = 0
async function givenCoupon(content: Partial<typeof coupons.$inferInsert> = {}): Promise<string> {
  const code = `KEPT-${count++}`
  await api.deps.db
    .insert(coupons)
    .values({ id: newId(), code, percent: 20, createdAt: new Date(), ...content })
  return code
}

/** A learner with a course for 10 dollars and the coupon in the cart. */
async function givenCart(content: Partial<typeof coupons.$inferInsert> = {}) {
  const [learner, course] = [
    await api.given.learner(),
    await api.given.course({ price: usd(1000) }),
  ]
  const code = await givenCoupon(content)
  await api.as(learner).cart.add.mutate({ courseId: course.id })
  await api.as(learner).cart.setCoupon.mutate({ couponCode: code })
  return { learner, course, code }
}

const couponOf = async (learner: GivenUser) => (await api.as(learner).cart.get.query({})).coupon

async function decline(checkoutUrl: string | undefined): Promise<void> {
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/decline`)
}

test('a coupon stays with the cart through a declined payment, and is redeemed by the next one', async () => {
  const { learner, code } = await givenCart({ maxUses: 1, maxUsesPerUser: 1 })
  const kept = { code, refusal: null, discount: usd(200), total: usd(800) }
  const create = () => api.as(learner).transactions.create.mutate({ expectedTotal: usd(800) })

  const declined = await create()
  expect([declined.total, await couponOf(learner)]).toEqual([usd(800), kept])
  await decline(declined.checkoutUrl)
  expect(await couponOf(learner)).toEqual(kept)

  const { total, checkoutUrl } = await create()
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
  expect([total, await couponOf(learner)]).toEqual([usd(800), undefined])
})

test('a coupon that has ended says why, and the full price is charged only to whoever saw it', async () => {
  const { learner, code } = await givenCart()
  const create = (expectedTotal?: ReturnType<typeof usd>) =>
    api.as(learner).transactions.create.mutate({ expectedTotal })
  const end = { validUntil: new Date(Date.now() - 1000) }
  await api.deps.db.update(coupons).set(end).where(eq(coupons.code, code))

  expect(await couponOf(learner)).toEqual({
    code,
    refusal: 'CouponExpired',
    discount: usd(0),
    total: usd(1000),
  })
  expect([await errorOf(create(usd(800))), await errorOf(create())]).toEqual([
    'CouponExpired',
    'CouponExpired',
  ])
  expect((await create(usd(1000))).total).toEqual(usd(1000))
  expect((await api.as(learner).cart.removeCoupon.mutate({})).coupon).toBeUndefined()
})

test.each<[string, Partial<typeof coupons.$inferInsert>, string]>([
  ['of another currency', { percent: null, amount: 100, currency: 'EUR' }, 'CouponNotApplicable'],
  ['used up', { maxUses: 3, uses: 3 }, 'CouponUsedUp'],
  ['disabled', { disabledAt: new Date() }, 'CouponNotFound'],
])('a coupon that is %s is refused, and the one in the cart stays', async (_, content, error) => {
  const { learner, code } = await givenCart()
  const couponCode = await givenCoupon(content)
  expect(await errorOf(api.as(learner).cart.setCoupon.mutate({ couponCode }))).toBe(error)
  expect((await couponOf(learner))?.code).toBe(code)
})

test('of two coupons put in sixteen times at once, one is in the cart, and one purchase has it', async () => {
  const { learner, code } = await givenCart()
  const other = await givenCoupon()
  await atOnce(16, (index) =>
    (index % 2 ? api : second)
      .as(learner)
      .cart.setCoupon.mutate({ couponCode: index % 3 ? code : other }),
  )
  expect([code, other]).toContain((await couponOf(learner))?.code)
  const bought = await atOnce(16, (index) =>
    (index % 2 ? api : second).request('POST /api/v1/transaction', {
      token: learner.token,
      body: { expectedTotal: usd(800) },
    }),
  )
  const done = bought.filter(({ status }) => status < 300)
  expect(new Set(done.map(({ body }) => body.id)).size).toBe(1)
  expect(bought.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
})

test('tries of one purchase name the one that replaced them, which has a receipt number', async () => {
  const { learner } = await givenCart()
  const first = await api.as(learner).transactions.create.mutate({})
  await decline(first.checkoutUrl)
  const { id, checkoutUrl } = await api.as(learner).transactions.create.mutate({})
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)

  const { items } = await api.as(learner).transactions.list.query({})

  expect(items.map((one) => [one.id, one.status, one.replacedBy, one.tax])).toEqual([
    [id, 'fulfilled', undefined, null],
    [first.id, 'failed', id, undefined],
  ])
  expect(items[0]?.receiptNumber).toMatch(/^\d{4}-\d{6}$/)
})
