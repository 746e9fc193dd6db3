import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Answer, forAllTests, startApi } from './api.ts'
import { givenGraduate, lessonOf } from './learning.ts'

const api = await forAllTests(startApi())

test('a different learner’s transactions look the same as ones that do not exist', async () => {
  const [owner, other] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course()
  const { id } = await api.as(owner).transactions.create.mutate({ courseIds: [course.id] })

  const answers: Answer[] = []
  for (const path of [
    id,
    id.toUpperCase(),
    randomUUID(),
    '{uuid}',
    '%7Buuid%7D',
    'x'.repeat(101),
    '%00',
    '2147483648',
  ]) {
    answers.push(await api.request(`GET /api/v1/transaction/${path}`, { token: other.token }))
  }

  const [foreign, ...absent] = answers.slice(0, 5).map(withoutRequestId)
  expect(foreign).toEqual({
    status: 404,
    body: expect.objectContaining({ error: 'TransactionNotFound' }),
  })
  for (const answer of absent) expect(answer).toEqual(foreign)
  for (const { status } of answers.slice(5)) expect([400, 404]).toContain(status)
  expect(
    (await api.request(`GET /api/v1/transaction/${id.toUpperCase()}`, { token: owner.token })).body
      .id,
  ).toBe(id)
  expect((await api.as(other).transactions.list.query({})).items).toEqual([])
})

test('a different learner’s certificates are refused with the same message whether the user exists or not', async () => {
  const { learner: owner } = await givenGraduate(api)
  const other = await api.given.learner()

  const answers: Answer[] = []
  for (const user of [owner.id, owner.id.toUpperCase(), randomUUID(), '{uuid}', '%00']) {
    answers.push(await api.request(`GET /api/certificates/${user}`, { token: other.token }))
  }

  const [foreign, ...absent] = answers.map(withoutRequestId)
  expect(foreign).toEqual({ status: 403, body: expect.objectContaining({ error: 'Forbidden' }) })
  for (const answer of absent) expect(answer).toEqual(foreign)
  const own = await api.request(`GET /api/certificates/${owner.id.toUpperCase()}`, {
    token: owner.token,
  })
  expect([own.status, own.body.items.length]).toEqual([200, 1])
})

test('an administrator can read anyone’s certificates, and gets UserNotFound where there is no such user', async () => {
  const { learner, course } = await givenGraduate(api)
  const admin = await api.given.admin()

  const { items } = await api.as(admin).certificates.list.query({ userId: learner.id })
  expect(items.map((item) => item.courseId)).toEqual([course.id])
  const unknown = await api.request(`GET /api/certificates/${randomUUID()}`, { token: admin.token })
  expect([unknown.status, unknown.body.error]).toEqual([404, 'UserNotFound'])
})

test('a userId in body, query or header changes nothing: everything is for the owner of the token', async () => {
  const [caller, victim] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course()
  const forCart = await api.given.course({ price: { amount: 900, currency: 'EUR' } })
  const query = `userId=${victim.id}&userId=${caller.id}`
  const as = (body?: object) => ({
    token: caller.token,
    headers: { 'x-user-id': victim.id, 'x-forwarded-user': victim.id },
    ...(body !== undefined && { body: { ...body, userId: victim.id, user: { id: victim.id } } }),
  })
  const before = await rowsOf(victim.id)

  const purchase = { courseIds: [course.id] }
  const forVictim = await api.request('POST /api/v1/transaction', as(purchase))
  const bought = await api.request(`POST /api/v1/transaction?${query}`, {
    ...as(),
    body: purchase,
  })
  const lessonId = lessonOf(course, 0).id
  const progress = await api.request(
    `POST /api/progress/update?${query}`,
    as({ lessonId, percent: 50 }),
  )
  const cart = await api.request(`POST /api/cart?${query}`, as({ courseId: forCart.id }))
  const refused = await api.request(`GET /api/v1/transaction/user?${query}`, as())
  const listed = await api.request('GET /api/v1/transaction/user', as())

  expect([forVictim.status, forVictim.body.issues[0].path]).toEqual([400, 'userId'])
  expect([bought.status, progress.status, cart.status]).toEqual([201, 200, 201])
  expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'userId'])
  expect(listed.body.items.map((item: { id: string }) => item.id)).toEqual([bought.body.id])
  expect(await rowsOf(victim.id)).toEqual(before)
  expect(await rowsOf(caller.id)).toEqual({
    carts: 1,
    transactions: 1,
    enrollments: 1,
    progress: 1,
  })
})

test('a userId in the query does not replace the one in the path: it is refused', async () => {
  const { learner: owner } = await givenGraduate(api)
  const other = await api.given.learner()

  const own = await api.request(`GET /api/certificates/${other.id}?userId=${owner.id}`, {
    token: other.token,
  })
  const foreign = await api.request(`GET /api/certificates/${owner.id}?userId=${other.id}`, {
    token: other.token,
  })

  for (const { status, body } of [own, foreign])
    expect([status, body.error, body.issues[0].path]).toEqual([400, 'InvalidFields', 'userId'])
})

async function rowsOf(userId: string) {
  const { rows } = await api.database.db.execute(sql`select
    (select count(*)::int from cart_items where user_id = ${userId}) as carts,
    (select count(*)::int from transactions where user_id = ${userId}) as transactions,
    (select count(*)::int from enrollments where user_id = ${userId}) as enrollments,
    (select count(*)::int from lesson_progress where user_id = ${userId}) as progress`)
  return rows[0]
}

function withoutRequestId({ status, body }: Answer) {
  const { requestId, ...rest } = body
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  return { status, body: rest }
}
