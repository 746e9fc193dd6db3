import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses } from '../../../../db/schema/courses/courses.ts'
import { cartItems } from '../../../../db/schema/shop/cart.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent } from '../../../test/given.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

const api = await forAllTests(startApi())

const usd = (amount: number) => ({ amount, currency: 'USD' })
const eur = (amount: number) => ({ amount, currency: 'EUR' })

test('an empty cart costs nothing', async () => {
  expect(await api.as(await api.given.learner()).cart.get.query({})).toEqual({
    items: [],
    total: usd(0),
  })
})

test('courses are listed in the order of adding, each with its price, and the total is their sum', async () => {
  const { token } = await api.given.learner()
  const chosen = [
    await api.given.course({ price: usd(2900) }),
    await api.given.course({ price: usd(101) }),
    await api.given.course(),
  ]

  for (const { id } of chosen)
    expect((await api.request('POST /api/cart', { token, body: { courseId: id } })).status).toBe(
      201,
    )

  const { body } = await api.request('GET /api/v1/cart', { token })
  expect(body.items.map((item: { courseId: string }) => item.courseId)).toEqual(
    chosen.map(({ id }) => id),
  )
  expect(body.items.map((item: { price: unknown }) => item.price)).toEqual([
    usd(2900),
    usd(101),
    usd(0),
  ])
  expect(body.total).toEqual(usd(3001))
})

test('adding a course again has no effect and answers 200, even in a full cart', async () => {
  const { token, id: userId } = await api.given.learner()
  const course = await api.given.course()
  const add = (courseId: string) => api.request('POST /api/cart', { token, body: { courseId } })
  expect((await add(course.id)).status).toBe(201)
  expect((await add(course.id.toUpperCase())).status).toBe(200)
  const others = await Promise.all(Array.from({ length: 100 }, () => api.given.course()))
  const addedAt = new Date()
  const price = { priceAmount: 0, priceCurrency: 'USD' }
  await api.deps.db
    .insert(cartItems)
    .values(others.slice(1).map(({ id }) => ({ userId, courseId: id, addedAt, ...price })))

  const again = await add(course.id)
  const tooMany = await add(others[0]?.id ?? '')

  expect([again.status, again.body.items.length]).toEqual([200, 100])
  expect([tooMany.status, tooMany.body.error]).toEqual([400, 'InvalidFields'])
})

test('an owned course cannot be added to the cart', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  await api.given.enrollment(learner, course)

  const answer = await api.request('POST /api/cart', {
    token: learner.token,
    body: { courseId: course.id },
  })

  expect([answer.status, answer.body.error]).toEqual([409, 'AlreadyEnrolled'])
})

test('removing a course that is not in the cart has no effect', async () => {
  const { token } = await api.given.learner()
  const course = await api.given.course({ price: usd(500) })
  await api.request('POST /api/cart', { token, body: { courseId: course.id } })

  const answers = []
  for (const id of [course.id, course.id, randomUUID(), 'nonsense', '%00'])
    answers.push(await api.request(`DELETE /api/v1/cart/${id}`, { token }))

  expect(answers.map(({ status, body }) => [status, body.items])).toEqual(
    answers.map(() => [200, []]),
  )
})

test.each([
  [randomUUID(), 404, 'CourseNotFound'],
  ['nonsense', 400, 'InvalidFields'],
  [undefined, 400, 'MissingFields'],
  [7, 400, 'InvalidFields'],
])('a course %s cannot be added', async (courseId, status, error) => {
  const answer = await api.request('POST /api/cart', {
    token: (await api.given.learner()).token,
    body: { courseId },
  })

  expect([answer.status, answer.body.error]).toEqual([status, error])
})

test('a course in a different currency is refused, a free one never is', async () => {
  const learner = await api.given.learner()
  const dollars = await api.given.course({ price: usd(1) })
  const euros = await api.given.course({ price: eur(1) })
  const free = await api.given.course({ price: eur(0) })
  await api.as(learner).cart.add.mutate({ courseId: free.id })
  await api.as(learner).cart.add.mutate({ courseId: dollars.id })

  expect(await errorOf(api.as(learner).cart.add.mutate({ courseId: euros.id }))).toBe(
    'InvalidFields',
  )

  expect((await api.as(learner).cart.get.query({})).total).toEqual(usd(1))
})

test('prices are current; if one changes currency, there is no total rather than a wrong one', async () => {
  const learner = await api.given.learner()
  const one = await api.given.course({ price: usd(1000) })
  const other = await api.given.course({ price: usd(500) })
  for (const { id } of [one, other]) await api.as(learner).cart.add.mutate({ courseId: id })
  const totals = []
  for (const price of [usd(800), eur(800), usd(700)]) {
    await publishCourse(api.deps, courseContent({ slug: one.slug, price }), { setPrice: true })
    totals.push((await api.as(learner).cart.get.query({})).total)
  }

  expect(totals).toEqual([usd(1300), null, usd(1200)])
})

test('the cart shows which prices have changed since, up or down, and what they were', async () => {
  const learner = await api.given.learner()
  const courses = [
    await api.given.course({ price: usd(1000) }),
    await api.given.course({ price: usd(500) }),
    await api.given.course({ price: usd(300) }),
  ]
  for (const { id } of courses) await api.as(learner).cart.add.mutate({ courseId: id })
  const setPrice = true
  await publishCourse(api.deps, courseContent({ slug: courses[0]?.slug ?? '', price: usd(800) }), {
    setPrice,
  })
  await publishCourse(api.deps, courseContent({ slug: courses[1]?.slug ?? '', price: eur(500) }), {
    setPrice,
  })
  await api.as(learner).cart.add.mutate({ courseId: courses[0]?.id ?? '' })

  const { items } = await api.as(learner).cart.get.query({})

  expect(
    items.map(({ priceWhenAdded, price, changed }) => [priceWhenAdded, price, changed]),
  ).toEqual([
    [usd(1000), usd(800), true],
    [usd(500), eur(500), true],
    [usd(300), usd(300), false],
  ])
})

test('an archived course cannot be added, is shown as no longer sold, and is not charged', async () => {
  const learner = await api.given.learner()
  const kept = await api.given.course({ price: usd(100) })
  const archived = await api.given.course({ price: usd(900) })
  for (const { id } of [kept, archived]) await api.as(learner).cart.add.mutate({ courseId: id })
  await api.deps.db.update(courses).set({ status: 'archived' }).where(eq(courses.id, archived.id))

  const cart = await api.as(learner).cart.get.query({})
  const transaction = await api.as(learner).transactions.create.mutate({})

  expect([cart.items.map((item) => [item.courseId, item.noLongerSold]), cart.total]).toEqual([
    [
      [kept.id, false],
      [archived.id, true],
    ],
    usd(100),
  ])
  expect(transaction).toMatchObject({ lines: [{ courseId: kept.id }], total: usd(100) })
  expect(await errorOf(api.as(learner).cart.add.mutate({ courseId: archived.id }))).toBe(
    'CourseNotFound',
  )
})

test('a course bought meanwhile is shown as owned and not charged, and a cart with nothing else buys nothing', async () => {
  const learner = await api.given.learner()
  const wanted = await api.given.course({ price: usd(100) })
  const owned = await api.given.course({ price: usd(900) })
  await api.given.enrollment(learner, owned)
  for (const { id: courseId } of [wanted, owned]) {
    await api.deps.db.insert(cartItems).values({
      userId: learner.id,
      courseId,
      priceAmount: 900,
      priceCurrency: 'USD',
      addedAt: new Date(),
    })
  }

  const cart = await api.as(learner).cart.get.query({})
  expect([cart.items.map((item) => item.owned).sort(), cart.total]).toEqual([
    [false, true],
    usd(100),
  ])
  await api.as(learner).cart.remove.mutate({ courseId: wanted.id })

  const refused = await api.request('POST /api/v1/transaction', { token: learner.token })
  expect([refused.status, refused.body.error]).toEqual([400, 'MissingFields'])
})
