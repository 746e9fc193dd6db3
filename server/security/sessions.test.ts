import { afterAll, expect, test } from 'vitest'
import { startApi } from '../test/api.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

test('of sessions that are looked up together each is its own user’s, and one that never was is nobody’s', async () => {
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

test('a session that was ended is not found by who asks afterwards, also while others are being looked up', async () => {
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

test('a look-up that fails fails for everybody who waits for it, and for nobody who comes later', async () => {
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
