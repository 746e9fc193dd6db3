import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { forgetEvents } from './forget-events.ts'
import { publishEvents } from './publish-events.ts'
import { readEvents } from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

const read = (query = '') => api.request(`GET /api/v1/events${query}`, { token: admin.token })

/** Creates events of courses among others, the only ones of their type. */
async function givenEvents(others: number) {
  await publishEvents(api.deps)
  const { newest } = (await read('?limit=1')).body
  await api.given.course()
  for (let count = 0; count < others; count++) await api.given.learner()
  await api.given.course()
  await publishEvents(api.deps)
  return newest as number
}

test('pages follow each other without gaps or repeats, whatever their size', async () => {
  const start = await givenEvents(6)
  const whole = (await read(`?after=${start}`)).body

  const numbers: number[] = []
  for (let after = start, hasMore = true; hasMore; ) {
    const { body } = await read(`?after=${after}&limit=3`)
    numbers.push(...body.items.map(({ number }: { number: number }) => number))
    after = body.after
    hasMore = body.hasMore
  }
  const [all, { items, after, hasMore, newest }] = [numbers.length, whole]
  expect([items.length, after, hasMore, newest]).toEqual([all, start + all, false, start + all])
  expect(numbers).toEqual(Array.from({ length: all }, (_, index) => start + 1 + index))
})

test('of rare types a page is short, and its cursor still moves past all others', async () => {
  const start = await givenEvents(5)
  const { body } = await read(`?after=${start}&types=course.published,transaction.disputed`)

  expect(body.items.map(({ type }: { type: string }) => type)).toEqual([
    'course.published',
    'course.published',
  ])
  expect([body.after, body.hasMore]).toEqual([body.newest, false])
  const first = await read(`?after=${start}&types=course.published&limit=1`)
  expect([first.body.after, first.body.hasMore]).toEqual([first.body.items[0].number, true])
  const none = await read(`?after=${start}&types=transaction.disputed`)
  expect(none.body).toEqual({ items: [], after: body.newest, hasMore: false, newest: body.newest })
})

test('types are separated by commas or repeated, and a wrong one is refused by name', async () => {
  const start = await givenEvents(0)
  const commas = await read(`?after=${start}&types=course.published,user.registered`)
  const repeated = await read(`?after=${start}&types=course.published&types=user.registered`)
  expect(commas.body.items).toHaveLength(2)
  expect(repeated.body).toEqual(commas.body)

  const wrong = await read('?types=course.published,course.burned')
  expect([wrong.status, wrong.body.error, wrong.body.issues[0].path]).toEqual([
    400,
    'InvalidFields',
    'types.1',
  ])
  expect((await read('?types=')).body).toMatchObject({ error: 'InvalidFields' })
  expect((await read('?type=user.erased')).body).toMatchObject({ error: 'InvalidFields' })
})

test('an event that is not published yet is not there', async () => {
  const { newest } = (await read('?limit=1')).body
  await api.given.learner()
  expect((await read(`?after=${newest}`)).body.items).toEqual([])
  await publishEvents(api.deps)
  expect((await read(`?after=${newest}`)).body.items).not.toEqual([])
})

test('a cursor above the newest number is refused, since it would wait for ever', async () => {
  const { newest } = (await read('?limit=1')).body
  expect((await read(`?after=${newest}`)).status).toBe(200)
  const { status, body } = await read(`?after=${newest + 1}`)
  expect([status, body.error, body.issues[0].path]).toEqual([400, 'InvalidFields', 'after'])
})

test('a type that is found once in 10,000 events is found in the second page', async () => {
  const start = await givenEvents(0)
  await api.deps.db.execute(sql`
    insert into events (id, type, at, data)
    select gen_random_uuid(), 'user.verified', now(),
      jsonb_build_object('userId', gen_random_uuid())
    from generate_series(1, 12000)`)
  await api.given.course()
  await publishEvents(api.deps)

  const one = (await read(`?after=${start + 2}&types=course.published`)).body
  expect([one.items, one.after, one.hasMore]).toEqual([[], start + 10_002, true])
  const two = (await read(`?after=${one.after}&types=course.published`)).body
  expect([two.items.length, two.hasMore]).toEqual([1, false])
})

test('events are kept for 90 days, and older ones are missed by name, never silently', async () => {
  await givenEvents(3)
  const all = await readEvents(api, { admin })
  const old = all.slice(0, 5)
  const oldest = all[5]?.number ?? 0
  await api.deps.db.execute(sql`
    update events set at = now() - interval '91 days' where number < ${oldest}`)
  // Ages an event of a long transaction: it stays until those before it are gone.
  await api.deps.db.execute(sql`
    update events set at = now() - interval '91 days' where number = ${oldest + 1}`)

  await forgetEvents(api.deps)

  const missed = await read('?after=0')
  expect([missed.status, missed.body.error, missed.body.facts]).toEqual([
    410,
    'EventsForgotten',
    { oldest, after: oldest - 1 },
  ])
  const rpc = await api
    .as(admin)
    .events.list.query({ after: oldest - 2 })
    .catch((error: { data: object }) => error.data)
  expect(rpc).toMatchObject({ error: 'EventsForgotten', httpStatus: 410, facts: { oldest } })
  const goesOn = (await read(`?after=${missed.body.facts.after}&limit=1`)).body
  const withoutCursor = (await read('?limit=1')).body
  expect([goesOn.items[0].number, withoutCursor.items[0].number]).toEqual([oldest, oldest])
  const { rows } = await api.deps.db.execute<{ left: number }>(
    sql`select count(*)::int as left from events
      where id = any(${sql.param(old.map(({ id }) => id))}::uuid[])`,
  )
  expect(rows[0]?.left).toBe(0)
})
