import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses } from '../../../../db/schema/courses/courses.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent } from '../../../test/given.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

const api = await forAllTests(startApi())

const money = (amount: number, currency = 'USD') => ({ amount, currency })

async function givenBuyer() {
  const learner = await api.given.learner()
  const create = (body?: unknown) =>
    api.request('POST /api/v1/transaction', {
      token: learner.token,
      ...(body !== undefined && { body }),
    })
  return { learner, create }
}

test('an empty cart buys nothing, however an empty body is written', async () => {
  const { learner, create } = await givenBuyer()
  const headers = { 'content-type': 'application/json' }
  const empty = await api.request('POST /api/v1/transaction', { token: learner.token, headers })

  for (const { status, body } of [await create(), await create({}), empty]) {
    expect([status, body.error, body.issues[0].path]).toEqual([400, 'MissingFields', 'courseIds'])
  }
})

test.each([
  [{ courseIds: [] }, 400, 'InvalidFields'],
  [{ courseIds: ['nonsense'] }, 400, 'InvalidFields'],
  [{ courseIds: 'nonsense' }, 400, 'InvalidFields'],
  [{ courseIds: Array.from({ length: 101 }, () => randomUUID()) }, 400, 'InvalidFields'],
  [{ courseIds: [randomUUID()] }, 404, 'CourseNotFound'],
  [[], 400, 'MissingFields'],
  ['text', 400, 'MalformedJson'],
])('%j is refused with %i %s', async (body, status, error) => {
  const { create } = await givenBuyer()
  const headers = { 'content-type': 'application/json' }
  const answer =
    typeof body === 'string'
      ? await api.request('POST /api/v1/transaction', {
          ...(await api.given.learner()),
          headers,
          body,
        })
      : await create(body)

  expect([answer.status, answer.body.error]).toEqual([status, error])
})

test('one course that is unknown, archived or owned refuses the whole purchase and is named', async () => {
  const { learner, create } = await givenBuyer()
  const good = await api.given.course()
  const [archived, owned] = [await api.given.course(), await api.given.course()]
  await api.deps.db.update(courses).set({ status: 'archived' }).where(eq(courses.id, archived.id))
  await api.given.enrollment(learner, owned)

  const refusals = [
    await create({ courseIds: [good.id, archived.id, randomUUID()] }),
    await create({ courseIds: [good.id, owned.id] }),
  ]

  expect(
    refusals.map(({ status, body }) => [
      status,
      body.error,
      body.issues.map((issue: { path: string }) => issue.path),
    ]),
  ).toEqual([
    [404, 'CourseNotFound', ['courseIds.1', 'courseIds.2']],
    [409, 'AlreadyEnrolled', ['courseIds.1']],
  ])
  expect((await api.as(learner).transactions.list.query({})).items).toEqual([])
  expect(await errorOf(api.as(learner).progress.get.query({ courseId: good.id }))).toBe(
    'NotEnrolled',
  )
})

test('a course named twice is bought once', async () => {
  const { create } = await givenBuyer()
  const { id } = await api.given.course({ price: money(300) })

  const { body } = await create({ courseIds: [id, id.toUpperCase(), id] })

  expect([body.lines.length, body.total]).toEqual([1, money(300)])
})

test('courses in different currencies are not bought together; a free one fits any', async () => {
  const { create } = await givenBuyer()
  const dollars = await api.given.course({ price: money(300) })
  const euros = await api.given.course({ price: money(200, 'EUR') })
  const free = await api.given.course({ price: money(0, 'JPY') })

  const mixed = await create({ courseIds: [dollars.id, euros.id] })
  const fitting = await create({ courseIds: [free.id, euros.id] })

  expect([mixed.status, mixed.body.error]).toEqual([400, 'InvalidFields'])
  expect([fitting.status, fitting.body.total]).toEqual([201, money(200, 'EUR')])
})

test('a total larger than a transaction can hold is refused by name', async () => {
  const { create } = await givenBuyer()
  const costly = await Promise.all(
    Array.from({ length: 3 }, () => api.given.course({ price: money(1_000_000_000) })),
  )

  const answer = await create({ courseIds: costly.map(({ id }) => id) })

  expect([answer.status, answer.body.error]).toEqual([400, 'InvalidFields'])
})

test('prices, titles, statuses and users sent by a client are refused, and nothing is bought', async () => {
  const { learner, create } = await givenBuyer()
  const victim = await api.given.learner()
  const { id } = await api.given.course({ price: money(4900) })

  const { status, body } = await create({
    courseIds: [id],
    userId: victim.id,
    total: money(0),
    price: 0,
    status: 'fulfilled',
    lines: [{ courseId: id, title: 'Free', price: money(0) }],
  })

  expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['userId', 'total', 'price', 'status', 'lines'],
  ])
  for (const one of [victim, learner])
    expect((await api.as(one).transactions.list.query({})).items).toEqual([])
})

test.each([
  ['price', { price: money(700) }],
  ['currency', { price: money(500, 'EUR') }],
  ['version', { title: 'Another edition' }],
])(
  'a pending purchase is replaced by a new one when the %s of the course has changed',
  async (_, change) => {
    const { learner, create } = await givenBuyer()
    const course = await api.given.course({ price: money(500) })
    const old = (await create({ courseIds: [course.id] })).body
    const title = course.title
    await publishCourse(
      api.deps,
      courseContent({ slug: course.slug, title, price: money(500), ...change }),
      { setPrice: true },
    )

    const renewed = await create({ courseIds: [course.id] })

    expect([renewed.status, renewed.body.id === old.id]).toEqual([201, false])
    expect(renewed.body.total).toEqual('price' in change ? change.price : money(500))
    expect((await api.as(learner).transactions.get.query({ transactionId: old.id })).status).toBe(
      'canceled',
    )
  },
)
