import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../test/api.ts'

const api = await forAllTests(startApi())

test('sessions looked up in one batch belong to their own users, and an unknown one to nobody', async () => {
  const { sessions, db } = api.deps
  const users = await Promise.all(Array.from({ length: 8 }, () => api.given.learner()))
  const asked = await Promise.all(
    users.map(async ({ id }) => ({ userId: id, sessionId: (await sessions.open(db, id)).id })),
  )
  const found = await Promise.all(
    [...asked, ...asked.toReversed()].flatMap(({ userId, sessionId }) => [
      sessions.find(db, sessionId).then((user) => [userId, user?.id]),
      sessions.find(db, `${sessionId}x`).then((user) => [undefined, user?.id]),
    ]),
  )
  expect(found).toHaveLength(32)
  for (const [owner, user] of found) expect(user).toBe(owner)
})

test('an ended session is not found afterwards, even while others are being looked up', async () => {
  const { sessions, db } = api.deps
  const { id: userId } = await api.given.learner()
  const { id } = await sessions.open(db, userId)
  const before = sessions.find(db, id)
  await sessions.end(db, id)
  expect(await Promise.all([sessions.find(db, id), sessions.find(db, `${id}x`)])).toEqual([
    undefined,
    undefined,
  ])
  await before
})

test('a failed lookup fails for all callers that wait for it, and for none that comes later', async () => {
  const { sessions, db } = api.deps
  const { id: userId } = await api.given.learner()
  const { id } = await sessions.open(db, userId)
  const { $client } = db as unknown as {
    $client: { query: (...args: unknown[]) => Promise<unknown> }
  }
  const query = $client.query
  $client.query = () => Promise.reject(new Error('no answer'))
  const failed = await Promise.allSettled(
    [id, id, `${id}x`, 'nothing'].map((asked) => sessions.find(db, asked)),
  ).finally(() => {
    $client.query = query
  })

  expect(failed.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect((await sessions.find(db, id))?.id).toBe(userId)
})
