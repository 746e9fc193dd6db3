import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'

const api = await forAllTests(startApi())

test('45 transactions are paged 20 at a time, newest first, none twice and none missed, while new ones are created', async () => {
  const [learner, neighbour] = [await api.given.learner(), await api.given.learner()]
  const buy = async (buyer = learner) =>
    (await api.as(buyer).transactions.create.mutate({ courseIds: [(await api.given.course()).id] }))
      .id
  await buy(neighbour)
  const made = await atOnce(45, () => buy())
  await buy(neighbour)

  const pages: string[][] = []
  let cursor = ''
  do {
    const query = cursor === '' ? '' : `?cursor=${cursor}`
    const { body } = await api.request(`GET /api/v1/transaction/user${query}`, {
      token: learner.token,
    })
    pages.push(body.items.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor ?? ''
    await atOnce(3, () => buy())
  } while (cursor !== '')

  expect(pages.map(({ length }) => length)).toEqual([20, 20, 5])
  expect(pages.flat()).toEqual(made.toSorted().toReversed())
})

test('a list that fits exactly has no next page', async () => {
  const learner = await api.given.learner()
  for (let count = 0; count < 2; count++)
    await api.as(learner).transactions.create.mutate({ courseIds: [(await api.given.course()).id] })

  const { items, nextCursor } = await api.as(learner).transactions.list.query({ limit: 2 })

  expect([items.length, nextCursor]).toEqual([2, null])
})

test('a cursor of a different learner reveals nothing', async () => {
  const [owner, other] = [await api.given.learner(), await api.given.learner()]
  for (let count = 0; count < 3; count++)
    await api.as(owner).transactions.create.mutate({ courseIds: [(await api.given.course()).id] })
  const { nextCursor } = await api.as(owner).transactions.list.query({ limit: 1 })

  const { items } = await api.as(other).transactions.list.query({ cursor: nextCursor ?? '' })

  expect(items).toEqual([])
})

test('every transaction in the list equals the one fetched by its id', async () => {
  const learner = await api.given.learner()
  const courses = await atOnce(3, (index) =>
    api.given.course({ title: `Course ${index}`, price: { amount: 100 * index, currency: 'USD' } }),
  )
  await api.as(learner).transactions.create.mutate({ courseIds: courses.map(({ id }) => id) })
  await api.as(learner).transactions.create.mutate({ courseIds: [(await api.given.course()).id] })

  const { items } = await api.as(learner).transactions.list.query({})

  expect(items.map(({ status, lines }) => [status, lines.map(({ title }) => title)])).toEqual([
    ['fulfilled', ['A course about something']],
    ['pending', ['Course 0', 'Course 1', 'Course 2']],
  ])
  for (const item of items)
    expect(await api.as(learner).transactions.get.query({ transactionId: item.id })).toEqual(item)
})
