import { expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'

test('enrolling a learner cancels pending purchases of that course and no others', async () => {
  await using api = await startApi()
  const price = { amount: 2900, currency: 'USD' }
  const [learner, course, other] = [
    await api.given.learner(),
    await api.given.course({ price }),
    await api.given.course({ price }),
  ]
  const buy = ({ id }: { id: string }) =>
    api.as(learner).transactions.create.mutate({ courseIds: [id] })
  const [purchase, unrelated] = [await buy(course), await buy(other)]

  await api.given.enrollment(learner, course)

  const { items } = await api.as(learner).transactions.list.query({})
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [unrelated.id, 'pending'],
    [purchase.id, 'canceled'],
  ])
  expect(items[1]?.checkoutUrl).toBeUndefined()
})
