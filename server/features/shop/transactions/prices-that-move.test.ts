import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

const api = await forAllTests(startApi())

const money = (amount: number, currency = 'USD') => ({ amount, currency })

async function givenShown() {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: money(2900) })
  return {
    learner,
    course,
    reprice: (price: ReturnType<typeof money>) =>
      publishCourse(api.deps, courseContent({ slug: course.slug, price }), { setPrice: true }),
    buy: (expectedTotal: unknown) =>
      api.request('POST /api/v1/transaction', {
        token: learner.token,
        body: { courseIds: [course.id], expectedTotal },
      }),
  }
}

test('nobody is charged more than they were shown: the difference is named, and no transaction is opened or canceled', async () => {
  const { learner, buy, reprice } = await givenShown()
  const before = await buy(money(2900))
  await reprice(money(3900))

  const refused = await buy(money(2900))

  expect([refused.status, refused.body.error]).toEqual([409, 'PriceChanged'])
  expect(refused.body.issues).toEqual([
    { path: 'expectedTotal', message: 'is now $39.00, $10.00 more than expected' },
  ])
  const { items } = await api.as(learner).transactions.list.query({})
  expect(items.map(({ id, status, total }) => [id, status, total])).toEqual([
    [before.body.id, 'pending', money(2900)],
  ])
})

test('a course that became cheaper is sold for less', async () => {
  const { buy, reprice } = await givenShown()
  await reprice(money(1900))

  const { status, body } = await buy(money(2900))

  expect([status, body.total]).toEqual([201, money(1900)])
})

test('the same number in a different currency is a different price', async () => {
  const { buy, reprice } = await givenShown()
  await reprice(money(2900, 'JPY'))

  const refused = await buy(money(2900))

  expect([refused.status, refused.body.error]).toEqual([409, 'PriceChanged'])
  expect(refused.body.issues).toEqual([{ path: 'expectedTotal', message: 'is now ¥2,900' }])
})

test.each([
  -1,
  2900,
  '29.00',
  null,
  { amount: 29.5, currency: 'USD' },
  { amount: -2900, currency: 'USD' },
  { amount: 2900, currency: 'usd' },
  { amount: 2900 },
  { amount: Number.MAX_SAFE_INTEGER + 1, currency: 'USD' },
])('expected total %j is refused by name', async (expectedTotal) => {
  const { status, body } = await (await givenShown()).buy(expectedTotal)

  expect([status, body.error.replace(/^(Missing|Invalid)/, '')]).toEqual([400, 'Fields'])
})

test('an expected total never lowers a price', async () => {
  const { buy } = await givenShown()

  expect((await buy(money(0))).body.error).toBe('PriceChanged')
  expect((await buy(money(999_999_999))).body.total).toEqual(money(2900))
})
