import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

const [first, second] = await Promise.all([forAllTests(startApi()), forAllTests(startApi())])
const api = first
const either = (index: number) => (index % 2 === 0 ? first : second)

const usd = (amount: number) => ({ amount, currency: 'USD' })

test('a hundred concurrent clicks add the course once: one 201, the others 200', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]

  const answers = await atOnce(100, (index) =>
    either(index).request('POST /api/cart', {
      token: learner.token,
      body: { courseId: course.id },
    }),
  )

  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 200: 99 })
  expect(await rowsInCart(learner)).toBe(1)
})

test('of courses in two currencies added concurrently, only those of one currency get in', async () => {
  const learner = await api.given.learner()
  const chosen = await Promise.all(
    ['USD', 'EUR', 'USD', 'EUR'].map((currency) =>
      api.given.course({ price: { amount: 100, currency } }),
    ),
  )

  await Promise.allSettled(
    chosen.map(({ id }, index) => either(index).as(learner).cart.add.mutate({ courseId: id })),
  )

  const { items, total } = await api.as(learner).cart.get.query({})
  expect(new Set(items.map(({ price }) => price.currency)).size).toBe(1)
  expect(total?.amount).toBe(100 * items.length)
})

const waysToOwn: Record<
  string,
  (learner: GivenUser) => Promise<{ courseId: string; own: () => Promise<unknown> }>
> = {
  'a free purchase': async (learner) => {
    const { id: courseId } = await api.given.course()
    return {
      courseId,
      own: () => api.as(learner).transactions.create.mutate({ courseIds: [courseId] }),
    }
  },
  'a payment that arrives': async (learner) => {
    const { id: courseId } = await api.given.course({ price: usd(100) })
    const { checkoutUrl } = await api
      .as(learner)
      .transactions.create.mutate({ courseIds: [courseId] })
    return { courseId, own: () => api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`) }
  },
  'an administrator who enrolls': async (learner) => {
    const course = await api.given.course()
    return { courseId: course.id, own: () => api.given.enrollment(learner, course) }
  },
}

test.each(Object.entries(waysToOwn))(
  'adding during %s never leaves an owned course in the cart, in each of 20 rounds',
  async (_, prepare) => {
    const learner = await api.given.learner()
    for (let round = 0; round < 20; round++) {
      const { courseId, own } = await prepare(learner)
      const add = () => second.as(learner).cart.add.mutate({ courseId })

      const [, owned] = await Promise.allSettled([add(), own(), add(), add()])

      expect(owned?.status).toBe('fulfilled')
      expect(await rowsInCart(learner)).toBe(0)
    }
  },
)

test('with concurrent adds, removals, checkouts and price changes, every transaction is the sum of its lines', async () => {
  const learner = await api.given.learner()
  const slugs = Array.from({ length: 5 }, (_, index) => `contested-${index}`)
  const contested = await Promise.all(
    slugs.map((slug) => api.given.course({ slug, price: usd(1000) })),
  )
  const chosen = (index: number) => contested[index % contested.length]?.id ?? ''

  const outcomes = await atOnce(40, async (index) => {
    const { request, deps } = either(index)
    const token = learner.token
    if (index % 4 === 0) return (await request('POST /api/v1/transaction', { token })).status
    if (index % 4 === 1)
      return (await request(`DELETE /api/v1/cart/${chosen(index)}`, { token })).status
    if (index % 10 === 3) {
      await publishCourse(
        deps,
        courseContent({ slug: slugs[index % slugs.length] ?? '', price: usd(1000 + index) }),
        { setPrice: true },
      )
      return 200
    }
    return (await request('POST /api/cart', { token, body: { courseId: chosen(index) } })).status
  })

  expect(outcomes.filter((status) => status >= 500)).toEqual([])
  const { items } = await api.as(learner).transactions.list.query({ limit: 100 })
  for (const { lines, total } of items)
    expect(lines.reduce((sum, { price }) => sum + price.amount, 0)).toBe(total.amount)
  const open = items
    .filter(({ status }) => status === 'pending')
    .flatMap(({ lines }) => lines.map(({ courseId }) => courseId))
  expect(new Set(open).size).toBe(open.length)
})

async function rowsInCart({ id }: GivenUser): Promise<unknown> {
  const { rows } = await api.deps.db.execute(
    sql`select count(*)::int as count from cart_items where user_id = ${id}`,
  )
  return rows[0]?.count
}
